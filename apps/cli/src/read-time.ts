import { readNamedTime, type NamedTime } from '@total-recall/language';
import { CommandError, EXIT } from './exit-code.ts';

/** Reads the time that a flag names. Errors: `usage` where the words name no time, or several. */
export function readTime(flag: string, words: string, now: number): NamedTime {
  const time = readNamedTime(words, now);
  if (time) return time;
  throw new CommandError(
    EXIT.usage,
    `${flag} must name one time, such as 2026-05-03, 2026-05-03T14:30Z, "3 May 2026" or "last Tuesday"; it got "${words}".`,
  );
}

/** Reads the moment at which a question stands: the end of the time that is named, so that all of it is known by then. */
export function readMoment(flag: string, words: string, now: number): number {
  return readTime(flag, words, now).to - 1;
}
