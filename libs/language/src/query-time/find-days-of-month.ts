import { dayAt, type DayRange } from './day-ranges.ts';
import type { TimeWords } from './time-words.ts';
import type { WordsOfTime } from './words-of-time.ts';

/** A day that is named by its number in the month alone, with its place in the text in UTF-16 units. */
export interface NumberedDay {
  readonly from: number;
  readonly to: number;
  readonly days: DayRange;
}

const DAY = '(?<day>3[01]|[12]\\d|0?[1-9])';
const forms = new Map<WordsOfTime, RegExp>();

/** Finds days such as "on the 14th", which the library does not read. The latest one that has begun is meant. */
export function findDaysOfMonth(text: string, { any }: TimeWords, now: number): NumberedDay[] {
  if (!/\d/.test(text)) return [];
  return any.flatMap((words) =>
    Array.from(formOf(words)?.[Symbol.matchAll](text) ?? [], ({ index, 0: { length }, groups }) => ({
      from: index,
      to: index + length,
      days: dayAt(latestOf(Number(groups!['day']), now)),
    })),
  );
}

function formOf(words: WordsOfTime): RegExp | undefined {
  if (words.dayOfMonth === undefined) return undefined;
  const known = forms.get(words);
  if (known !== undefined) return known;
  const filled = words.dayOfMonth.replace('{d}', DAY);
  const form = new RegExp(words.isUnspaced ? filled : `(?<![\\p{L}\\p{N}])(?:${filled})`, 'giu');
  forms.set(words, form);
  return form;
}

/** Returns the start of the latest day of that number that has begun, in UTC. Not every month has a 31st. */
function latestOf(day: number, now: number): number {
  const date = new Date(now);
  for (let back = 0; ; back += 1) {
    const at = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, day));
    if (at.getUTCDate() === day && at.getTime() <= now) return at.getTime();
  }
}
