import { DAY_MS, startOfDay, wholeWords } from '@total-recall/domain';
import type { TimeUnit, WordsOfTime } from './words-of-time.ts';
import type { TimeWords } from './time-words.ts';

/** A stretch that words name which the library does not read, or reads as another. Times are epoch milliseconds. */
export interface NamedStretch {
  /** Place of the words, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly fromTime: number;
  /** Excluded. */
  readonly toTime: number;
  /** False where it counts in hours or minutes, which are the same in every time zone. */
  readonly countsDays: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Units that "the last few days" reaches back. */
const A_FEW = 5;
const MOST_UNITS = 1_000;
const UNITS: readonly TimeUnit[] = ['minute', 'hour', 'day', 'week', 'month', 'year'];

/**
 * Finds stretches up to now ("the last three days"), whole units counted back ("the week before last"), and, in languages
 * in which the library does not, the last unit and so many units ago. The longest reading of a place wins.
 */
export function findStretches(text: string, { any }: TimeWords, now: number): NamedStretch[] {
  const found = any.flatMap((words) =>
    formsIn(text, words).flatMap(({ pattern, unit, read }) =>
      Array.from(text.matchAll(pattern), ({ index, 0: { length }, groups }): NamedStretch => {
        const [fromTime, toTime] = read(unit, numberOf(groups?.['n'], words), now);
        return { from: index, to: index + length, fromTime, toTime, countsDays: isLong(unit) };
      }),
    ),
  );
  const kept: NamedStretch[] = [];
  for (const own of found.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    if (!kept.some(({ from, to }) => own.from < to && from < own.to)) kept.push(own);
  }
  return kept.toSorted((a, b) => a.from - b.from);
}

const isLong = (unit: TimeUnit): boolean => unit !== 'minute' && unit !== 'hour';

type ReadStretch = (unit: TimeUnit, count: number | undefined, now: number) => [number, number];

/** An expression for stretches, and how what it finds is read. */
interface StretchForm {
  readonly pattern: RegExp;
  readonly unit: TimeUnit;
  readonly read: ReadStretch;
}

/** Forms of a language, with what each of them needs: the name of a unit, or of the day before yesterday. */
interface LanguageForms {
  readonly needs: RegExp;
  forms?: readonly StretchForm[];
}

const languages = new Map<WordsOfTime, LanguageForms>();

/**
 * Forms of a language that a text can hold. Few texts name a unit of time, and the forms of all languages are some 600
 * expressions: to compile them takes 0.2 s, and the engine forgets what it compiled when it is not used for a while.
 */
function formsIn(text: string, words: WordsOfTime): readonly StretchForm[] {
  const language = languages.get(words) ?? { needs: compileNeeds(words) };
  languages.set(words, language);
  return language.needs.test(text) ? (language.forms ??= compileForms(words)) : [];
}

function compileNeeds({ units, dayBeforeYesterday, isUnspaced }: WordsOfTime): RegExp {
  const names = [...Object.values(units), ...(dayBeforeYesterday === undefined ? [] : [dayBeforeYesterday])].join('|');
  return new RegExp(isUnspaced ? names : `(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu');
}

function compileForms(words: WordsOfTime): StretchForm[] {
  const { lately, latelyOne = [], beforeLast, dayBeforeYesterday, lastUnit, thisUnit, ago } = words;
  const form = (template: string | undefined, unit: TimeUnit, read: ReadStretch): StretchForm[] =>
    template === undefined ? [] : [{ pattern: compile(template, words, unit), unit, read }];
  return [
    ...form(dayBeforeYesterday, 'day', (unit, _count, now) => wholeUnit(unit, 2, now)),
    ...UNITS.flatMap((unit) => [
      ...lately.flatMap((template) => form(template, unit, (_, count = A_FEW, now) => upToNow(unit, count, now))),
      ...latelyOne.flatMap((template) => form(template, unit, (_, _count, now) => upToNow(unit, 1, now))),
      ...form(ago, unit, readAgo),
    ]),
    ...UNITS.filter(isLong).flatMap((unit) => [
      ...form(beforeLast, unit, (_, _count, now) => wholeUnit(unit, 2, now)),
      ...form(lastUnit, unit, (_, _count, now) => wholeUnit(unit, 1, now)),
      ...form(thisUnit, unit, (_, _count, now) => wholeUnit(unit, 0, now)),
    ]),
  ];
}

function compile(template: string, words: WordsOfTime, unit: TimeUnit): RegExp {
  const { units, numbers, few, isUnspaced } = words;
  const named = [...(numbers?.split(' ') ?? []), ...(few === undefined ? [] : [few])].map((own) => `(?:${own})`);
  const count = `(?<n>${['\\p{Nd}{1,4}', ...named].join('|')})`;
  const filled = template.replaceAll('{n}', count).replaceAll('{u}', `(?:${units[unit]})`);
  return new RegExp(isUnspaced ? filled : wholeWords(filled), 'giu');
}

/** Reads a number in digits of any script or in words; undefined where none stands, or a few. */
function numberOf(written: string | undefined, { numbers }: WordsOfTime): number | undefined {
  if (written === undefined) return undefined;
  if (/^\p{Nd}+$/u.test(written)) return Math.min(MOST_UNITS, Number(Array.from(written, digitOf).join('')));
  const place = (numbers?.split(' ') ?? []).findIndex((word) => new RegExp(`^(?:${word})$`, 'iu').test(written));
  return place === -1 ? undefined : place + 2;
}

/** Digits of a script stand in a row that begins at zero. */
function digitOf(digit: string): number {
  let value = 0;
  for (let code = digit.codePointAt(0)! - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code -= 1) value += 1;
  return value;
}

/** From so many units ago, whole days in longer ones, up to now. */
function upToNow(unit: TimeUnit, count: number, now: number): [number, number] {
  const end = now + MINUTE_MS;
  if (!isLong(unit)) return [now - count * sizeOf(unit), end];
  if (unit === 'day' || unit === 'week') return [startOfDay(now - count * (unit === 'week' ? 7 : 1) * DAY_MS), end];
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - count * (unit === 'year' ? 12 : 1)];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return [Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)), end];
}

const sizeOf = (unit: TimeUnit): number => (unit === 'hour' ? HOUR_MS : MINUTE_MS);

/** The unit that was so many of them ago; of a few all from the last one on. */
function readAgo(unit: TimeUnit, count: number | undefined, now: number): [number, number] {
  if (count === undefined) return [upToNow(unit, 2 * A_FEW, now)[0], upToNow(unit, 1, now)[0]];
  if (isLong(unit)) return wholeUnit(unit, count, now);
  const at = now - count * sizeOf(unit);
  return [at, at + MINUTE_MS];
}

/** Returns the whole day, week, month or year that was so many of them ago. */
function wholeUnit(unit: TimeUnit, count: number, now: number): [number, number] {
  const day = startOfDay(now);
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (unit) {
    case 'year':
      return [Date.UTC(year - count, 0), Date.UTC(year - count + 1, 0)];
    case 'month':
      return [Date.UTC(year, month - count), Date.UTC(year, month - count + 1)];
    case 'week': {
      const monday = day - ((date.getUTCDay() + 6) % 7) * DAY_MS - count * 7 * DAY_MS;
      return [monday, monday + 7 * DAY_MS];
    }
    default:
      return [day - count * DAY_MS, day - (count - 1) * DAY_MS];
  }
}
