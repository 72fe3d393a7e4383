import { findExactStrings } from '../exact-strings.ts';

/** Units whose numbers are remembered rather than guessed. */
const MEASURE =
  /(?<![\w.,])(\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,9})?)[ \u00a0]?(ns|us|µs|ms|s|sec|min|h|kb|mb|gb|tb|kib|mib|gib|tib|bytes?|tokens?|%|hz|khz|mhz|ghz|rps|qps|px|mm|cm|km|kg|°c|eur|usd|€|\$)(?![\w%])/gi;
const LETTERS_ONLY = /^\p{L}+$/u;
const NUMBER_ONLY = /^\d+$/;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[A-Za-z]{1,6}\d+$/;
const LEAST_CHARS = 4;
/** Zeros behind them do not count: 100,000 is a guess, 48,151 is not. */
const SIGNIFICANT_DIGITS = 2;
const ID_DIGITS = 4;

/**
 * Strings of a text that nobody writes by chance: places, paths, hashes, ids, codes, long numbers. What is also a word (`and/or`, `ERROR`), a
 * round number or a date is none. Each once, in order.
 */
export function findTellingStrings(text: string, limit: number): string[] {
  const found = new Set<string>();
  for (const { text: raw } of findExactStrings(text, limit * 2)) {
    const exact = raw.replace(/[.,;:/-]+$/, '');
    if (isTelling(exact)) found.add(exact);
    if (found.size >= limit) break;
  }
  return [...found];
}

/** Numbers with a unit, as they are compared: without spaces and separators, in lower case. */
export function findMeasures(text: string, limit: number = Number.POSITIVE_INFINITY): string[] {
  const found = new Set<string>();
  for (const [, number, unit] of text.matchAll(MEASURE)) {
    const plain = number!.replaceAll(',', '');
    if (significantDigits(plain) >= SIGNIFICANT_DIGITS) found.add(`${plain}${unit!.toLowerCase()}`);
    if (found.size >= limit) break;
  }
  return [...found];
}

function isTelling(exact: string): boolean {
  if (exact.length < LEAST_CHARS || LETTERS_ONLY.test(exact) || DATE_ONLY.test(exact)) return false;
  if (NUMBER_ONLY.test(exact)) return significantDigits(exact) > SIGNIFICANT_DIGITS;
  if (ID.test(exact)) return (exact.match(/\d/g)?.length ?? 0) >= ID_DIGITS;
  if (exact.includes('/')) return isPath(exact);
  return true;
}

/** `and/or` and `24/7` are words; a path goes deeper, or names a file. */
function isPath(text: string): boolean {
  const parts = text.split('/').filter((part) => part !== '');
  return /\p{L}/u.test(text) && (parts.length >= 3 || /[._:-]|\p{L}\d|\d\p{L}/u.test(text));
}

function significantDigits(number: string): number {
  const digits = number.replace('.', '').replace(/^0+/, '');
  return (number.includes('.') ? digits : digits.replace(/0+$/, '')).length;
}
