import type { NamedTime } from '@total-recall/language';
import { CommandError, EXIT } from './exit-code.ts';

/**
 * Reads the time that a flag names. The words of all languages are loaded only here. Errors: `usage` where the words name
 * no time, or several.
 */
export async function readTime(flag: string, words: string, now: number): Promise<NamedTime> {
  const { readNamedTime } = await import('@total-recall/language');
  const time = readNamedTime(words, now);
  if (time) return time;
  throw new CommandError(
    EXIT.usage,
    `${flag} must name one time, such as 2026-05-03, 2026-05-03T14:30Z, "3 May 2026" or "last Tuesday"; it got "${words}".`,
  );
}

/** Reads the moment at which a question stands: the end of the time that is named, so that all of it is known by then. */
export async function readMoment(flag: string, words: string, now: number): Promise<number> {
  return (await readTime(flag, words, now)).to - 1;
}
