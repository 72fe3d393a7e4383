import { MCP_LIMITS } from './limits.ts';

/**
 * Joins lines up to the size of an answer, in characters or what `sizeOf` tells; what does not fit is counted, with advice on
 * what to do about it there.
 */
export function boundedLines(
  lines: readonly string[],
  advice: string,
  most: number = MCP_LIMITS.answerCharacters,
  sizeOf: (line: string) => number = (line) => line.length,
): string {
  let size = 0;
  const kept = [];
  for (const line of lines) {
    size += sizeOf(line) + 1;
    if (size > most) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  if (left > 0) kept.push(`[${counted(left, 'more line does', 'more lines do')} not fit; ${advice}]`);
  return kept.join('\n');
}

const WORDS = /[A-Za-z\d]+/g;
const NOT_ASCII = /[^\p{ASCII}]/gu;

/**
 * Returns tokens that a line takes at most, without a tokenizer: a token for two characters of words and signs, for one of ids
 * with digits, and one and a half for what is not ASCII.
 */
export function mostTokens(line: string): number {
  const dense = (line.match(WORDS) ?? []).reduce((sum, word) => sum + (/\d/.test(word) ? word.length : 0), 0);
  const others = line.match(NOT_ASCII)?.join('').length ?? 0;
  return Math.ceil((line.length + dense + 2 * others) / 2);
}

const BLANKS = /[\p{White_Space}\p{Cc}]+/gu;
/** Scripts whose letters no joiner and no selector changes: one behind them is there to be unseen. */
const UNJOINED = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}]`;
const LETTERS = String.raw`[[\p{L}\p{M}]--${UNJOINED}]`;
/** Characters that nobody sees, or that turn the writing round, but for those that scripts and emoji need: as in windows. */
const UNSEEN = new RegExp(
  [
    String.raw`[[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]--[\u200c\u200d\p{Variation_Selector}]]`,
    String.raw`(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f${LETTERS}])[\u200c\u200d]`,
    String.raw`(?<![\p{Emoji}\p{S}[${LETTERS}--\p{Variation_Selector}]])\p{Variation_Selector}`,
  ].join('|'),
  'gv',
);

/** Writes a text in one line of what can be seen, cut to a number of characters. */
export function oneLine(text: string, most = 400): string {
  const line = text.replace(UNSEEN, '').replace(BLANKS, ' ').trim();
  if (line.length <= most) return line;
  // Half of a pair makes an answer that strict readers of JSON refuse.
  const cut = line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}

/** Names a number of things; `many` is their plural where that is not the noun with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Puts markers, which the service lists by importance, in the order in which a session went. */
export function inOrder<T extends { readonly fromTurn: number; readonly toTurn: number }>(markers: readonly T[]): T[] {
  return markers.toSorted((a, b) => a.fromTurn - b.fromTurn || a.toTurn - b.toTurn);
}

export function minute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
