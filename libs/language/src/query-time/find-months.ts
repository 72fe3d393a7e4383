import { detectLanguages } from './query-languages.ts';

export interface NamedMonth {
  /** 0 is January. */
  readonly month: number;
  readonly year?: number;
  /** Place of the name in the text. */
  readonly at: number;
  /** The name as in the text, with its year. */
  readonly text: string;
}

const IN_MONTH = /(?<![\p{L}\p{N}])(?:im|en|in|i|seit|depuis|sinds|sedan)\s+$/iu;
const byLocale = new Map<string, ReadonlyMap<string, number>>();

/**
 * Finds months by their full names. In some languages the library misses them without a day; English it handles itself.
 */
export function findMonths(text: string): NamedMonth[] {
  const names = new Map(detectLanguages(text).languages.flatMap(({ locale }) => (locale === 'en' ? [] : [...monthsOf(locale)])));
  if (names.size === 0) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(${[...names.keys()].join('|')})(?:\\s+(?:de|del|do)?\\s*((?:19|20)\\d\\d))?(?![\\p{L}\\p{N}])`,
    'giu',
  );
  // A name of three letters is usually another word, unless a year follows or "in" stands before it.
  return Array.from(text.matchAll(pattern))
    .filter(({ 1: name, 2: year, index }) => name!.length > 3 || year !== undefined || IN_MONTH.test(text.slice(0, index)))
    .map(({ 0: whole, 1: name, 2: year, index }) => ({
      month: names.get(name!.toLowerCase())!,
      at: index,
      text: whole,
      ...(year !== undefined && { year: Number(year) }),
    }));
}

/** Lists month names of three letters or more, both in the form for standing alone and in the form beside a day. */
function monthsOf(locale: string): ReadonlyMap<string, number> {
  let months = byLocale.get(locale);
  if (months !== undefined) return months;
  const alone = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const dated = new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  const named = Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2024, month, 15));
    const beside = dated.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
    return [alone.format(date), beside].map((name): [string, number] => [name.toLowerCase(), month]);
  }).flat();
  months = new Map(named.filter(([name]) => /^\p{L}{3,}$/u.test(name)));
  byLocale.set(locale, months);
  return months;
}
