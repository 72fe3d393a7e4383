import { findExactStrings } from '../exact-strings.ts';

/** Numbers with a unit, which people remember rather than guess. */
const MEASURE =
  /(?<![\w.,])(\d{1,12}(?:,\d{3}){0,4}(?:\.\d{1,9})?)[ \u00a0]?(ns|us|µs|ms|s|sec|min|h|kb|mb|gb|tb|kib|mib|gib|tib|bytes?|tokens?|%|hz|khz|mhz|ghz|rps|qps|px|mm|cm|km|kg|°c|eur|usd|€|\$)(?![\w%])/gi;
const LETTERS_ONLY = /^\p{L}+$/u;
const NUMBER_ONLY = /^\d+$/;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[A-Za-z]{1,6}\d+$/;
const LEAST_CHARS = 4;
/** Number of significant digits needed: 100,000 is a guess, 48,151 is not. */
const SIGNIFICANT_DIGITS = 2;
const ID_DIGITS = 4;

/**
 * Finds strings that nobody writes by chance: places, paths, hashes, ids, codes, long numbers. Strings that are also
 * words (`and/or`, `ERROR`), round numbers and dates do not count. Without repeats, in order.
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

/** Finds numbers with a unit, normalised for comparison: without spaces and separators, in lower case. */
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

/** Returns true for a path: it has several levels or names a file, unlike `and/or` and `24/7`. */
function isPath(text: string): boolean {
  const parts = text.split('/').filter((part) => part !== '');
  return /\p{L}/u.test(text) && (parts.length >= 3 || /[._:-]|\p{L}\d|\d\p{L}/u.test(text));
}

function significantDigits(number: string): number {
  const digits = number.replace('.', '').replace(/^0+/, '');
  return (number.includes('.') ? digits : digits.replace(/0+$/, '')).length;
}
