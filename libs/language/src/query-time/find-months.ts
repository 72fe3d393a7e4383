import { detectLanguages } from './query-languages.ts';

export interface NamedMonth {
  /** 0 is January. */
  readonly month: number;
  readonly year?: number;
  /** Place of the name in the text. */
  readonly at: number;
  /** The name as in the text, with its year. */
  readonly text: string;
  /** A name of three letters, usually another word, with nothing that says that it is a month. */
  readonly isDoubtful: boolean;
}

const IN_MONTH = /(?<![\p{L}\p{N}])(?:im|en|in|i|seit|depuis|sinds|sedan)\s+$/iu;
const byLocale = new Map<string, ReadonlyMap<string, number>>();

/** Matches months of Japanese, which the library reads beside a day alone: "2030年3月". */
const JAPANESE =
  /(?<![\d０-９一二三四五六七八九十])(?:((?:19|20)\d\d)年の?)?(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?![\d一二三四五六七八九十]+日)/gu;
const NUMERALS = '一二三四五六七八九';

/**
 * Finds months by their full names. In some languages the library misses them without a day; of English it misses May
 * alone.
 */
export function findMonths(text: string): NamedMonth[] {
  const { languages } = detectLanguages(text);
  const names = new Map(languages.flatMap(({ locale }) => [...monthsOf(locale)].filter(([name]) => locale !== 'en' || name.length === 3)));
  const months = languages.some(({ locale }) => locale === 'ja') ? japaneseMonths(text) : [];
  if (names.size === 0) return months;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(${[...names.keys()].join('|')})(?:\\s+(?:de|del|do)?\\s*((?:19|20)\\d\\d))?(?![\\p{L}\\p{N}])`,
    'giu',
  );
  const named = Array.from(text.matchAll(pattern)).map(({ 0: whole, 1: name, 2: year, index }) => ({
    month: names.get(name!.toLowerCase())!,
    at: index,
    text: whole,
    ...(year !== undefined && { year: Number(year) }),
    isDoubtful: name!.length === 3 && year === undefined && (/^may$/iu.test(name!) || !IN_MONTH.test(text.slice(0, index))),
  }));
  return [...named, ...months];
}

function japaneseMonths(text: string): NamedMonth[] {
  return Array.from(text.matchAll(JAPANESE), ({ 0: whole, 1: year, 2: month, index }) => ({
    month: (/\d/.test(month!) ? Number(month) : (month!.startsWith('十') ? 10 : 0) + NUMERALS.indexOf(month!.at(-1)!) + 1) - 1,
    at: index,
    text: whole,
    ...(year !== undefined && { year: Number(year) }),
    isDoubtful: false,
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
