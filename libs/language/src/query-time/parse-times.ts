import type { Chrono, ParsedResult } from 'chrono-node';
import { detectLanguages } from './query-languages.ts';
import { isClockTime, limitWordsIn, movedDate, writtenRanges, type TimeWords } from './time-words.ts';

/** In lower case these are usually other words. */
const COMMON_WORDS = /(?<![\p{L}\p{N}])(?:may|march|august|mar|sun|sat|mon|wed|second)(?![\p{L}\p{N}])/u;
/** The library reads this as yesterday, but it usually means the last of several days. */
const LAST_DAY = /^(?:last|past) day$/iu;
const SECOND_MS = 1_000;
const IN_IDENTIFIER = /[\p{L}\p{N}_./:#@\\-]/u;

/** A time as a library of one language reads it, with its place in the query. */
export interface FoundTime {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly result: ParsedResult;
  readonly chrono: Chrono;
  /** True for two numbers such as hours and minutes, with nothing beside them that says so: they count on a day alone. */
  readonly isDoubtful?: true;
}

/** Finds times. If languages read the same words differently, the longest reading wins. */
export function findTimes(query: string, words: TimeWords, now: number): FoundTime[] {
  const { languages } = detectLanguages(query);
  const read = (text: string): FoundTime[] =>
    languages.flatMap(({ chrono }) => parse(chrono, text, now).map((result) => placed(chrono, result, 0)));
  const ranges = writtenRanges(query, words).map(({ text, opensAt: rangeFrom, from, joinsAt }) =>
    read(text)
      .filter((time) => time.result.end && time.from < joinsAt && joinsAt < time.to)
      .map((time) => ({ ...time, from: time.from <= rangeFrom ? time.from : from })),
  );
  const found = [...ranges.flat(), ...read(query)]
    .map((time) => unmoved(time, words, now))
    .flatMap((time) => splitAtLimit(time, words, now));
  const kept: FoundTime[] = [];
  for (const time of found.toSorted((a, b) => b.text.length - a.text.length || a.from - b.from)) {
    if (kept.some(({ from, to }) => time.from < to && from < time.to) || isPresent(time, now)) continue;
    if (isTime(query, time)) kept.push(time);
    else if (isClockRange(time)) kept.push({ ...time, isDoubtful: true });
  }
  return kept.toSorted((a, b) => a.from - b.from);
}

function placed(chrono: Chrono, result: ParsedResult, offset: number): FoundTime {
  const from = offset + result.index;
  return { from, to: from + result.text.length, text: result.text, result, chrono };
}

/** Leaves the words that move a date by a day to `movedDayAt`: the library counts from the next 3 May, not the last. */
function unmoved(time: FoundTime, words: TimeWords, now: number): FoundTime {
  const at = movedDate(time.text, words);
  const [date] = at === 0 ? [] : parse(time.chrono, time.text.slice(at), now);
  return date === undefined ? time : placed(time.chrono, date, time.from + at);
}

/**
 * Parts a date from a time of day that limits it, which the library reads as one moment: "on 3 May after 9:00". Others stay
 * whole, such as "2 hours after 3 May".
 */
function splitAtLimit(time: FoundTime, words: TimeWords, now: number): FoundTime[] {
  const { text, from, chrono, result } = time;
  if (result.end || !result.start.isCertain('hour') || !namesDay(result)) return [time];
  for (const limit of limitWordsIn(text, words)) {
    const [date, ...moreDates] = parse(chrono, text.slice(0, limit.from), now).map((own) => placed(chrono, own, from));
    const [clock, ...moreClocks] = parse(chrono, text.slice(limit.to), now).map((own) => placed(chrono, own, from + limit.to));
    if (!date || !clock || moreDates.length > 0 || moreClocks.length > 0) continue;
    if (namesDay(date.result) && !date.result.start.isCertain('hour') && isClock(clock.result)) return [date, clock];
  }
  return [time];
}

function namesDay({ start }: ParsedResult): boolean {
  return start.isCertain('day') || start.isCertain('weekday');
}

/** Returns true for a time of day without a date. */
export function isClock(result: ParsedResult): boolean {
  return result.start.isCertain('hour') && !namesDay(result) && !result.start.isCertain('month');
}

function isClockRange({ text, result }: FoundTime): boolean {
  return result.end !== null && result.end !== undefined && isClock(result) && /^\D*\d?\d:\d\d\D+\d?\d:\d\d\D*$/.test(text);
}

export function parse(chrono: Chrono, query: string, now: number): ParsedResult[] {
  const read = (text: string): ParsedResult[] => chrono.parse(text, { instant: new Date(now), timezone: 0 });
  try {
    const results = read(query);
    const wrong = results.find((result) => !isPossible(result));
    if (wrong === undefined) return results;
    // In "from 3 May to 5 May" the library takes the first number for an hour, but not without "from".
    const word = /^\S+/.exec(wrong.text)![0].length;
    return read(query.slice(0, wrong.index) + ' '.repeat(word) + query.slice(wrong.index + word)).filter(isPossible);
  } catch {
    // A text on which the library fails names no time.
    return [];
  }
}

/** Returns true for a time that can be: no range that ends before it begins, and no hour of a month. */
function isPossible({ start, end }: ParsedResult): boolean {
  if (start.isCertain('hour') && start.isCertain('month') && !start.isCertain('day')) return false;
  return !end || end.date().getTime() > start.date().getTime();
}

function isTime(query: string, { from, to, text, result }: FoundTime): boolean {
  if (/[\p{L}\p{N}]/u.test(text[0]!) && from > 0 && IN_IDENTIFIER.test(query[from - 1]!) && !isUnspaced(text)) return false;
  if (/[\p{L}\p{N}]$/u.test(text) && /^[._/:#@\\-]?[\p{L}\p{N}_]/u.test(query.slice(to)) && !isUnspaced(text)) return false;
  const { start } = result;
  if (COMMON_WORDS.test(text) && !start.isCertain('year')) return false;
  const hasDate = start.isCertain('day') || start.isCertain('month') || start.isCertain('weekday');
  if (!hasDate && start.isCertain('hour')) return isClockTime(query, from, text);
  if (LAST_DAY.test(text)) return false;
  // Short day names are other words in other languages, and so are short month names in lower case.
  if (!hasDate) return start.get('day') !== null && /\p{L}/u.test(text);
  const isShort = text.length < 4 && !/\d/.test(text) && !isUnspaced(text);
  return !isShort || (start.isCertain('month') && /^\p{Lu}/u.test(text));
}

/** Returns true for "now" in any language: it asks what holds, and not what was said in this minute. */
function isPresent({ text, result: { start, end } }: FoundTime, now: number): boolean {
  return !end && start.isCertain('hour') && !/\p{N}/u.test(text) && Math.abs(start.date().getTime() - now) < SECOND_MS;
}

function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text);
}
