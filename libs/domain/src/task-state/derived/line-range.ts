import type { TextRange } from '../../compaction/previews/cut.ts';
import { wholeTo } from '../../text/surrogates.ts';

/** Characters by which a line is known again. */
const KNOWN_CHARS = 24;

/**
 * Finds the first or last place of a line that was read without rules, tags and escapes, of at most `chars` characters: by its
 * beginning where it does not stand as it was read. Undefined where it stands nowhere.
 */
export function lineRange(
  text: string,
  line: string,
  { chars, isFirst = false }: { chars: number; isFirst?: boolean },
): TextRange | undefined {
  if (line === '') return undefined;
  const placeOf = (part: string): number => (isFirst ? text.indexOf(part) : text.lastIndexOf(part));
  const from = [line, line.slice(0, KNOWN_CHARS)].map(placeOf).find((place) => place >= 0);
  if (from === undefined) return undefined;
  const end = text.indexOf('\n', from);
  // Where no line ends soon, those of a text are written with escapes, or it is all of one line.
  const isFar = end < 0 || end - from > chars;
  return { from, to: wholeTo(text, Math.min(text.length, isFar ? from + Math.min(line.length, chars) : end)) };
}
