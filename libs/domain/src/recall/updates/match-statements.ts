import { isUnspaced, valueForm, type Statement } from './statements.ts';

/** What two statements have in common, and where they differ. */
export interface StatementMatch {
  /** Words before the value, in lower case. */
  readonly about: readonly string[];
  readonly older: readonly string[];
  readonly newer: readonly string[];
}

/** Words that have to stand before a value, so that it is one of something. */
const LEAST_ABOUT = 3;
/** The same where the later statement says that it is so now. */
const LEAST_ABOUT_NOW = 2;
const MOST_VALUE = 5;
/** Letters of scripts without blanks. */
const MOST_VALUE_UNSPACED = 14;
/** Such letters that two values may share, as every street is a street. */
const MOST_SHARED_UNSPACED = 1;

/**
 * Reads the later of two statements as saying the same thing of another value; undefined where it does not. All words of the earlier one up to
 * its value have to stand before the later one's value, and nearly nothing behind it: "ticket 101 is closed" names something by its number,
 * "the port is 4100" gives one. A value without the form of one counts only where the later statement says "now". Language-independent but for
 * that word.
 */
export function matchStatements(older: Statement, newer: Statement): StatementMatch | undefined {
  if (older.after !== undefined && older.after === newer.after) return undefined;
  const start = bestStart(older.forms, newer.forms);
  if (start === undefined) return undefined;
  const { at, length } = start;
  const isKey = older.keyWords === length && newer.keyWords === at + length && at === 0;
  if (!isKey && length < (newer.saysNow ? LEAST_ABOUT_NOW : LEAST_ABOUT)) return undefined;
  // What stands before the common words may say of whom: short ones need none there.
  if (at > 0 && length < LEAST_ABOUT) return undefined;
  const rest = newer.forms.slice(at + length);
  const behind = commonEnd(older.forms.slice(length), rest);
  if (behind * 2 > length) return undefined;
  const values = {
    older: older.words.slice(length, older.words.length - behind),
    newer: newer.words.slice(at + length, newer.words.length - behind),
  };
  if (!areValues(values, newer.saysNow || isKey)) return undefined;
  return { about: older.forms.slice(0, length), ...values };
}

/** Where in the later statement the longest beginning of the earlier one stands. */
function bestStart(older: readonly string[], newer: readonly string[]): { readonly at: number; readonly length: number } | undefined {
  let best: { at: number; length: number } | undefined;
  for (let at = 0; at < newer.length; at++) {
    let length = 0;
    while (length < older.length && older[length] === newer[at + length]) length++;
    if (length > (best?.length ?? 0)) best = { at, length };
  }
  return best;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length - 1 && count < b.length - 1 && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

const DIGIT = /\p{N}/u;

function contains(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a, b].map((words) =>
    words
      .join(' ')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ ]/gu, ''),
  );
  return one!.includes(other!) || other!.includes(one!);
}

function areValues({ older, newer }: Pick<StatementMatch, 'older' | 'newer'>, mayBePlain: boolean): boolean {
  if (older.length === 0 || newer.length === 0) return false;
  for (const words of [older, newer]) {
    const most = words.some(isUnspaced) ? MOST_VALUE_UNSPACED : MOST_VALUE;
    if (words.length > most) return false;
  }
  const forms = new Set(older.map((word) => word.toLowerCase()));
  const shared = newer.filter((word) => forms.has(word.toLowerCase()));
  if (shared.length > (shared.every(isUnspaced) ? MOST_SHARED_UNSPACED : 0)) return false;
  // `init` and `Thing.init` are one name, told more exactly.
  if (!DIGIT.test(older.join('')) && contains(older, newer)) return false;
  return mayBePlain || (valueForm(older) === 'exact' && valueForm(newer) === 'exact');
}
