import { MONTH, monthOf } from './absolute-dates.ts';
import { singular } from './normal-words.ts';
import { englishWeekday, WEEKDAY } from './weekdays.ts';

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAY_FIRST = new RegExp(`(?<![\\p{L}\\d])(\\d{1,2})\\.?\\s(?:of\\s|de\\s)?(${MONTH})(?!\\p{L})\\.?`, 'gu');
const MONTH_FIRST = new RegExp(`(?<!\\p{L})(${MONTH})\\.?\\s(?=\\d{1,2}(?!\\d))`, 'gu');
const DAY_OF_WEEK = new RegExp(`(?<!\\p{L})${WEEKDAY}(?!\\p{L})`, 'gu');
/** Signs of currencies, and the words for them behind an amount. */
const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ['€', /(?<![\p{L}\d.,])(\d[\d.,]*)\s?(?:€|eur|euros?)(?!\p{L})/gu],
  ['$', /(?<![\p{L}\d.,])(\d[\d.,]*)\s?(?:\$|usd|(?:us )?dollars?)(?!\p{L})/gu],
  ['£', /(?<![\p{L}\d.,])(\d[\d.,]*)\s?(?:£|gbp)(?!\p{L})/gu],
];

/** Returns a value for comparison: without quotes, articles, case and thousands' commas, a day as "june 7", money as "€29". */
export function normalValue(value: string): string {
  const plain = value
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/gu, '$1')
    .replace(/(?<=(?<!\d)\d{1,3})[ \u00A0\u202F](?=\d{3}(?!\d))/gu, '')
    .replace(/[`"“”„«»]/gu, '')
    .replace(/(\d)(?:st|nd|rd|th)(?!\p{L})/gu, '$1')
    .replace(/^v(?=\d)/u, '')
    .replace(/\s+/gu, ' ')
    .replace(DAY_FIRST, (_, day: string, month: string) => `${MONTHS[monthOf(month)]} ${day}`)
    .replace(MONTH_FIRST, (_, month: string) => `${MONTHS[monthOf(month)]} `)
    .replace(/(?<= \d{1,2}),(?= \d{4}$)/u, '')
    .replace(DAY_OF_WEEK, englishWeekday)
    .trim();
  return wordsOfValue(CURRENCIES.reduce((text, [sign, amount]) => text.replace(amount, (_, number: string) => sign + number), plain)).join(
    ' ',
  );
}

function wordsOfValue(plain: string): string[] {
  return plain
    .split(' ')
    .filter((word) => !/^(?:a|an|the|my|our)$/u.test(word))
    .map((word) => (NUMBER_WORDS.includes(word) ? String(NUMBER_WORDS.indexOf(word)) : singular(word)));
}

const CLOCK =
  /(?<![\d.])(?:\d{1,2}(?::\d\d)?\s?[ap]\.?m(?!\p{L})|\d{1,2}:\d\d|\d{1,2}(?:[:.]\d\d)? uhr(?!\p{L})|\d{1,2}h\d\d(?!\d)|(?:上午|早上|中午|下午|晚上|午前|午後)?\d{1,2}[点點時时](?!間))/u;
const DAY =
  /(?<!\p{L})(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|(?<!\d)\d{4}-\d\d-\d\d(?!\d)|(?<!\p{L})(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{1,2}月\d/u;
const WHEN = new RegExp(`^(?:next )?(?:${CLOCK.source}|${DAY.source})|(?<!\\p{L})(?:${MONTHS.join('|')}) \\d`, 'u');

/** Units of one dimension: two hours may become 50 minutes. */
const DIMENSION: readonly (readonly [string, RegExp])[] = [
  ['duration', /^(?:ms|s|m|h|min|hrs?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/u],
  ['bytes', /^[kmgt]b$/u],
];
/** Finds how often an amount is paid. */
const PERIOD = /(?:\/\s?|per |each |every |an? )?(hour|day|week|month|year|annual|dai|night)(?:ly|s)?$/u;

/** Returns what a value counts: the unit or the noun after its number, `%`, a currency, `when` for a date or time, or nothing. */
export function unitOf(value: string): string {
  const normal = normalValue(value);
  if (WHEN.test(normal)) return 'when';
  const currency = /[$€£¥₹₽]/u.exec(normal)?.[0];
  if (currency !== undefined) return `${currency} ${PERIOD.exec(normal)?.[1] ?? ''}`.trim();
  // Letters right behind a number are part of it (`17b`) unless they are a unit.
  if (/^\d[\d.]*-?\p{L}+$/u.test(normal) && !/^\d[\d.]*(?:ms|[smhk]|min|hrs?|[kmgt]b|km|kg|cm|mm|px|lbs?|x)$/u.test(normal)) return '';
  const unit = /^[~<>]?\d[\d.]*\s?-?(%|.*)$/u.exec(normal)?.[1] ?? '';
  return /\d/u.test(unit) ? '' : (DIMENSION.find(([, pattern]) => pattern.test(unit.trim()))?.[0] ?? unit.trim());
}

/** Returns true where one of two times names only a day and the other only the time of a day: neither stands for the other. */
export function isOtherPartOfTime(a: string, b: string): boolean {
  const [first, second] = [partsOfTime(a), partsOfTime(b)];
  return first !== '' && second !== '' && !first.includes(second) && !second.includes(first);
}

/** `day`, `clock`, `day clock`, or nothing where a value is no time. */
function partsOfTime(value: string): string {
  const normal = normalValue(value);
  return [DAY.test(normal) ? 'day' : '', CLOCK.test(normal) ? 'clock' : ''].join(' ').trim();
}

/** Returns true for a day, with or without a time. */
export function isDay(value: string): boolean {
  return partsOfTime(value).startsWith('day');
}

/** Returns true for a time of day, with or without a day. */
export function isClock(value: string): boolean {
  return partsOfTime(value).endsWith('clock');
}
