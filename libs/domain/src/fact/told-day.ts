import { DAYS_AHEAD, isAboutDay, NO_MORNING, TOMORROW, WEEKDAY_TO_COME } from './relative-days.ts';
import { valueTime } from './validity-of.ts';

/** A capital inside of a sentence is that of a name: "the song Tomorrow Never Knows". */
const NO_NAME = '(?:(?<=(?:^|[.!?:])[\\s"“„«¿¡]*)|(?=(?-i:\\p{Ll})))';
/** Neither "tomorrow's" nor "tomorrow.io". */
const ENDS = "(?![\\p{L}\\p{N}]|[.-]\\p{L}|['’]s(?!\\p{L}))";
/** "In two days" is a day where a thing is then; elsewhere it may be how long something took. */
const AHEAD = `(?<=(?<!\\p{L})(?:is|are|ist|sind|est|sont|es|son|è|sono|é|são|zijn|är)\\s+)${DAYS_AHEAD}(?=\\s*(?:[.,;!]|$))`;
const DAY = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${NO_NAME}${NO_MORNING}(?:${TOMORROW}|${WEEKDAY_TO_COME})${ENDS}|${AHEAD})`, 'iu');

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
  return words === undefined || time === undefined || isAboutDay(words) ? undefined : { words, time };
}
