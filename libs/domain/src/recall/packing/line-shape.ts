import { isScrambled } from '../../terms/is-scrambled.ts';

/** Shorter lines are of too many meanings to be alike. */
const LEAST_CHARS = 12;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const HAS_DIGIT = /\p{N}/u;
/** Matches a sign that every line with a shape has: a digit, a capital inside of letters, as scrambled ids have, or the sign itself. */
const MAY_VARY = /\p{N}|[A-Za-z][A-Z]|#/u;
/** Numbers and ids with signs between them: a date, an address. A short word beside one may be what sets a line apart. */
const JOINED = /#(?:[-_.:+,'/]+#)*/g;

/**
 * Returns what a line has in common with lines that differ from it in numbers and ids alone: its words and signs, with `#` for
 * each of these. Undefined for a line that has none or is short. Linear.
 */
export function lineShape(text: string): string | undefined {
  const said = text.trim();
  if (said.length < LEAST_CHARS || !MAY_VARY.test(said)) return undefined;
  const marked = said.replaceAll(WORD, (word) => (HAS_DIGIT.test(word) || isScrambled(word, 0, word.length) ? '#' : word));
  if (!marked.includes('#')) return undefined;
  return marked.replaceAll(JOINED, '#').replaceAll(/\s+/g, ' ');
}
