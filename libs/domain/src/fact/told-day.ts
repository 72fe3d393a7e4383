import { TOMORROW, WEEKDAY_TO_COME } from './relative-days.ts';
import { valueTime } from './validity-of.ts';

/** Behind these words German, Dutch and Spanish speak of the morning. */
const OF_MORNING = '(?<!(?:de|deze|elke|iedere|heute|gestern|vor|la|una|cada|esta|toda)\\s)';
const DAY = new RegExp(`(?<![\\p{L}\\p{N}])${OF_MORNING}(?:${TOMORROW}|${WEEKDAY_TO_COME})(?![\\p{L}\\p{N}]|['’]s(?!\\p{L}))`, 'iu');

/** A day that a sentence names from the day on which it is said. */
export interface ToldDay {
  /** Its words, such as "tomorrow" or "next Friday": of a closed list, whoever speaks. */
  readonly words: string;
  /** Begin of the day in UTC, in epoch milliseconds. */
  readonly time: number;
}

/** Returns the first day that a sentence tells from the day of its statement; undefined where it may be another one. */
export function toldDay(sentence: string, at: number): ToldDay | undefined {
  const words = DAY.exec(sentence)?.[0].replace(/\s+/gu, ' ');
  const time = valueTime(words, at);
  return words === undefined || time === undefined ? undefined : { words, time };
}
