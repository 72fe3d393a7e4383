import type { TimeRelation } from '@total-recall/domain';
import { wholeWords } from '@total-recall/domain';
import { detectLanguages } from './query-languages.ts';
import { WORDS_OF_TIME, type WordsOfTime } from './words-of-time.ts';

/** Words about times in the languages that a query may be in. */
export interface TimeWords {
  /** Those by which an order, a limit or an earlier value is asked for: English words stand in queries of any language. */
  readonly any: readonly WordsOfTime[];
  /** Those of the languages of the query alone. */
  readonly own: readonly WordsOfTime[];
}

const ENGLISH = WORDS_OF_TIME['en']!;

/** A query whose language is not told by its words, as it is a few words alone, may be in any. */
export function timeWordsOf(query: string): TimeWords {
  const { languages, isTold } = detectLanguages(query);
  const own = languages.flatMap(({ locale }) => WORDS_OF_TIME[locale] ?? []);
  return { any: isTold ? [...new Set([...own, ENGLISH])] : Object.values(WORDS_OF_TIME), own };
}

const patterns = new Map<string, RegExp>();

/** Compiles each expression once. */
function compiled(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(source, 'iu');
  patterns.set(source, known);
  return known;
}

/** An expression of whole words; in scripts without spaces of any. */
function pattern({ isUnspaced }: WordsOfTime, inner: string, place: 'anywhere' | 'at the end' | 'at the start' = 'anywhere'): RegExp {
  const whole = isUnspaced ? `(?:${inner})` : wholeWords(inner);
  return compiled(place === 'anywhere' ? whole : place === 'at the end' ? `${whole}\\s*(?:the )?$` : `^\\s*${whole}`);
}

const FROM = /(?<![\p{L}\p{N}])from (?:the )?$/iu;
const ONWARDS = /^\s*(?:on|onwards?|forwards?)(?![\p{L}\p{N}])/iu;

/** The way in which a date limits a query; `upTo`: to its end. */
export type SaidRelation = TimeRelation | 'upTo';

/** Says how a date in a query limits it. Some languages put the word for that behind the date. */
export function relationAt(query: string, from: number, to: number, { any }: TimeWords): SaidRelation {
  const [ahead, behind] = [query.slice(0, from), query.slice(to)];
  const isLimit = (of: 'before' | 'after' | 'upTo'): boolean =>
    any.some((words) => {
      const inner = words[of];
      if (inner === undefined) return false;
      return words.isUnspaced ? pattern(words, inner, 'at the start').test(behind) : pattern(words, inner, 'at the end').test(ahead);
    });
  if (isLimit('upTo')) return 'upTo';
  if (isLimit('before')) return 'before';
  return isLimit('after') || (FROM.test(ahead) && ONWARDS.test(behind)) ? 'after' : 'at';
}

/** A place in a text, in UTF-16 units; the end is excluded. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** Finds the words within a time that make what follows them a limit: "after" in "on 3 May after 9:00". */
export function limitWordsIn(text: string, { any }: TimeWords): Place[] {
  return any.flatMap((words) => {
    const inner = [words.upTo, words.before, words.after].filter((own) => own !== undefined).join('|');
    if (words.isUnspaced) return [];
    return Array.from(text.matchAll(new RegExp(pattern(words, inner), 'giu')), ({ index, 0: { length } }) => ({
      from: index,
      to: index + length,
    }));
  });
}

/** Returns true where a time of day goes on what a date began: nothing stands between them but what opens such a time. */
export function isClockOf(query: string, date: Place, clock: Place, { any }: TimeWords): boolean {
  const amid = query.slice(date.to, clock.from).replace(/^\s*,/, '');
  if (amid.trim() === '') return date.to <= clock.from;
  if (AT_CLOCK.exec(amid)?.[0].trim() === amid.trim()) return true;
  return any.some((words) => {
    const { upTo, before, after, between, fromTo } = words;
    const opens = [upTo, before, after, between, fromTo?.[0]].filter((own) => own !== undefined).join('|');
    return new RegExp(`^\\s*(?:${opens})${ARTICLE}\\s*$`, 'iu').test(amid);
  });
}

/** Words before a date that move it by a day: "the day before". */
export interface MovedDay {
  readonly days: -1 | 1;
  /** Place at which they begin. */
  readonly from: number;
}

/** Returns where the date begins in words that begin with a move by a day; the library reads some of them itself. */
export function movedDate(text: string, { any }: TimeWords): number {
  for (const words of any) {
    for (const inner of [words.dayBefore, words.dayAfter]) {
      const found = inner === undefined ? null : pattern(words, inner, 'at the start').exec(text);
      if (found !== null) return found[0].length;
    }
  }
  return 0;
}

export function movedDayAt(query: string, from: number, { any }: TimeWords): MovedDay | undefined {
  const ahead = query.slice(0, from);
  for (const words of any) {
    for (const [inner, days] of [
      [words.dayBefore, -1],
      [words.dayAfter, 1],
    ] as const) {
      const found = inner === undefined ? null : pattern(words, inner, 'at the end').exec(ahead);
      if (found !== null) return { days, from: found.index };
    }
  }
  return undefined;
}

/** Returns true where a query asks for the time between one date and another, or from one to another. */
export function isBetween(
  query: string,
  first: { readonly from: number; readonly to: number },
  second: { readonly from: number },
  { any }: TimeWords,
): boolean {
  const [ahead, amid] = [query.slice(0, first.from), query.slice(first.to, second.from)];
  return any.some((words) => {
    const { between, and, fromTo, isUnspaced } = words;
    return [[between, and], fromTo ?? []].some(([opens, joins]) => {
      if (joins === undefined || (opens === undefined && isUnspaced !== true)) return false;
      if (!compiled(`^\\s*(?:${joins})\\s*(?:the )?$`).test(amid)) return false;
      return isUnspaced === true || pattern(words, opens!, 'at the end').test(ahead);
    });
  });
}

/** Returns the place of the word that opens a range, right before its first time; that time's own place where there is none. */
export function openingOf(query: string, from: number, { any }: TimeWords): number {
  const ahead = query.slice(0, from);
  const places = any.flatMap((words) =>
    [words.between, words.fromTo?.[0]].map((opens) =>
      opens === undefined || words.isUnspaced ? from : (pattern(words, opens, 'at the end').exec(ahead)?.index ?? from),
    ),
  );
  return Math.min(from, ...places);
}

/** Articles between the words of a range and its times. */
const ARTICLE = '(?:\\s+(?:the|dem|den|le|el|il|o|de))?';
/** The first time of a range: "3", "3rd", "May 3", "9am", "10:00", "2030-05-03 10:00". */
const RANGE_START = '(?:\\p{L}{3,12}\\.?\\s+)?\\d[\\p{L}\\p{N}:.+-]*(?:\\s+\\d?\\d:\\d\\d)?';

/** A range of a query as the library reads it, from one number to another, with all that follows in its place. */
export interface WrittenRange {
  readonly text: string;
  /** Place of the word that opens the range, in both; what stands before it is the same. */
  readonly opensAt: number;
  /** Place at which the range begins in the query. */
  readonly from: number;
  /** Place in `text` of what joins its two times. */
  readonly joinsAt: number;
}

/** Writes ranges as the library reads them: "between 3 and 9 May" as "3 - 9 May". */
export function writtenRanges(query: string, { any }: TimeWords): WrittenRange[] {
  if (!/\d\D+\d/.test(query)) return [];
  return any.flatMap(({ between, and, fromTo, to = '-' }) =>
    [[between, and], fromTo ?? []].flatMap(([opens, joins]) => {
      if (opens === undefined || joins === undefined) return [];
      const range = compiled(`(?<![\\p{L}\\p{N}])(?:${opens})${ARTICLE}\\s+(${RANGE_START})\\s+(?:${joins})${ARTICLE}\\s+(?=\\d)`);
      const found = range.exec(query);
      if (found === null) return [];
      const [whole, start] = found as unknown as [string, string];
      const end = found.index + whole.length;
      const shown = `${start} ${to} `.padStart(whole.length);
      return [
        {
          text: query.slice(0, found.index) + shown + query.slice(end),
          opensAt: found.index,
          from: found.index + whole.indexOf(start),
          joinsAt: end - to.length - 1,
        },
      ];
    }),
  );
}

/** Words before a time of day. Without one, 12:30 may be a line and column. */
const AT_CLOCK =
  /(?<![\p{L}\p{N}])(?:at|around|about|by|near|before|after|since|until|till|um|gegen|vor|nach|bis|seit|ab|à|vers|avant|après|depuis|a las?|hacia las?|antes de|después de|desde|alle|verso le|prima delle|dopo le|às|pelas|om|rond|kl|klo|vid|lúc|pukul|jam|в|около|до|после|о|الساعة|utc)\s*$/iu;
const CLOCK_UNIT = /(?:\d\s*(?:[ap]\.?m\.?|uhr|h\d{0,2})(?![\p{L}\p{N}])|o'clock|[時点點]|noon|midnight|mittag|mitternacht|midi|minuit)/iu;

export function isClockTime(query: string, from: number, text: string): boolean {
  return AT_CLOCK.test(query.slice(0, from)) || AT_CLOCK.test(`${text.split(/\s/)[0]} `) || CLOCK_UNIT.test(text);
}

/** Words that show that a time is not exact: "a few days ago". */
const VAGUE =
  /(?<![\p{L}\p{N}])(?:few|several|couple|paar|einigen?|quelques|unos|unas|vari[oa]s|alcun[ie]|qualche|algun[sa]s?|vári[oa]s|enkele|några|par|несколько|кілька|vài|beberapa|muutama)(?![\p{L}\p{N}])|[数數几幾]/iu;

export function isVague(text: string): boolean {
  return VAGUE.test(text);
}

/** Builds one expression of all languages, as each costs a compilation. */
function anyOf(words: readonly WordsOfTime[], of: 'first' | 'last' | 'earlier'): RegExp {
  const spaced = words.filter(({ isUnspaced }) => !isUnspaced).map((own) => own[of]);
  const unspaced = words.filter(({ isUnspaced }) => isUnspaced).map((own) => own[of]);
  return compiled([...unspaced, ...(spaced.length > 0 ? [wholeWords(spaced.join('|'))] : [])].join('|'));
}

/** Returns true when the query asks for the earlier of two values. */
export function asksBefore(query: string, { any }: TimeWords): boolean {
  return anyOf(any, 'earlier').test(query);
}

/** Returns whether the query asks for the first or the last of something; undefined for both or neither. */
export function orderOf(query: string, { any }: TimeWords): 'first' | 'last' | undefined {
  const [first, last] = [anyOf(any, 'first').test(query), anyOf(any, 'last').test(query)];
  return first === last ? undefined : first ? 'first' : 'last';
}

/** Returns the words by which a query asks for the first or the last. */
export function orderWordsOf(query: string, { any }: TimeWords, order: 'first' | 'last'): string[] {
  return Array.from(query.matchAll(new RegExp(anyOf(any, order), 'giu')), ([word]) => word);
}

/** Spellings that are no pronouns: "I/O". */
const NO_PRONOUN = /(?<![\p{L}\p{N}])i(?=[/.])/giu;

/**
 * Returns true when a query asks what somebody who takes part did or said: it is about the time when that happened.
 * "Can you tell me" alone does not ask so.
 */
export function asksParticipant(query: string, { own }: TimeWords): boolean {
  return own.some((words) => {
    const polite = words.polite === undefined ? undefined : pattern(words, words.polite);
    const asked = (polite === undefined ? query : query.replaceAll(new RegExp(polite.source, 'giu'), ' ')).replaceAll(NO_PRONOUN, ' ');
    return pattern(words, words.takesPart).test(asked);
  });
}

/** Returns true when a query asks what happened at a time. */
export function asksWhatHappened(query: string, { own }: TimeWords): boolean {
  return own.some((words) => words.happens !== undefined && pattern(words, words.happens).test(query));
}

/** Units longer than a day: "last week" names no particular day. */
const WEEK = /week|woche|semaine|semana|settimana|vecka|viikko|tuần|minggu|недел|тижд|أسبوع|[週周星]|礼拜|禮拜/iu;
const MONTH_UNIT =
  /month|monat|mois|\bmes(?:es)?\b|mese|mês|meses|maand|månad|kuukau|tháng|bulan|месяц|місяц|شهر|(?:上|先|この|这个|個|个)月/iu;
const YEAR_UNIT = /year|jahr|année|\ban(?:s)?\b|año|anno|\bano\b|jaar|\bår\b|vuosi|năm|tahun|год|рік|سنة|(?:去|昨|今)年/iu;

export function longUnitOf(text: string): 'week' | 'month' | 'year' | undefined {
  if (WEEK.test(text)) return 'week';
  return MONTH_UNIT.test(text) ? 'month' : YEAR_UNIT.test(text) ? 'year' : undefined;
}

/** The library reads weekends in English alone. */
export function isWeekend(text: string): boolean {
  return /weekend/i.test(text);
}

const NEXT =
  /next|coming|nächste|kommende|prochaine?|próxim[oa]|que viene|prossim[oa]|volgende|komende|nästa|ensi|следующ|наступн|[次来來下]/iu;

/** Returns true for a day to come: others are of the past, as questions are. */
export function isNext(text: string): boolean {
  return NEXT.test(text);
}
