import type { CallOptions } from '../calls/json-call.ts';
import type { SpaceClient } from '../clients/space-client.ts';

export interface StartOptions extends Pick<CallOptions, 'signal'> {
  /** Name of the space, as the text calls it. */
  readonly name: string;
  /** Most characters of the digest, in UTF-16 units. A longer one ends at a line, and says so. */
  readonly characters: number;
  /** Says where the rest is, in a few words: `recall finds it`. */
  readonly whereMoreIs: string;
}

/**
 * Reads what is known in a space, ready for the context of an agent that begins. Undefined where nothing is. Errors: those
 * of `digest`.
 */
export async function knownAtStart(
  space: Pick<SpaceClient, 'digest'>,
  { name, characters, whereMoreIs, ...options }: StartOptions,
): Promise<string | undefined> {
  const { text, facts } = await space.digest(options);
  if (facts === 0) return undefined;
  const shown = cut(text, characters);
  const more = shown === text ? '' : `\n(There is more: ${whereMoreIs}.)`;
  return `Known in the memory "${name}", as data that was said or written down:\n${shown}${more}`;
}

/** Cuts a digest at a line, and leaves out a heading that nothing follows. */
function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const end = text.lastIndexOf('\n', characters);
  const whole = text.slice(0, end > 0 ? end : characters).toWellFormed();
  return whole.replace(/(?:\s*\n#[^\n]*)+\s*$/u, '').trimEnd();
}
