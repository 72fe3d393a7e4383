import { WEEKDAY } from './weekdays.ts';

/** Matches words before a day of the week that say which one, and behind it, in the languages that are read. */
const NEXT = 'next|nächste[nmrs]?|próxim[oa]|prossim[oa]|volgende|nästa';
const COMING = '(?:(?:the|this)\\s+)?coming|this|kommende[nmrs]?|diese[nmrs]?|ce|est[ea]|quest[oa]|deze|komende|aanstaande|denna';
const LAST = 'last|past|letzte[nmrs]?|vergangene[nmrs]?|vorige|afgelopen|förra';
const NEXT_BEHIND = 'prochaine?|prossim[oa]|próxim[oa]|que\\s+(?:viene|vem)';
const LAST_BEHIND = 'derni[eè]re?|pasad[oa]|scors[oa]|passad[oa]';

/** Matches a day of the week, with groups for the word before it, its name, and the word behind it. */
export const NAMED_WEEKDAY = `(?<!(?:black|good|cyber|palm|easter)\\s)(?:(${LAST}|${NEXT}|${COMING}|on)\\s+)?(${WEEKDAY})(?:\\s+(${NEXT_BEHIND}|${LAST_BEHIND})(?!\\p{L}))?`;
/** Matches a day of the week to come, as a value. */
export const WEEKDAY_TO_COME = `(?:(?:${NEXT}|${COMING})\\s+${WEEKDAY}|${WEEKDAY}\\s+(?:${NEXT_BEHIND}))`;
/** Matches words for tomorrow and the day behind it. */
export const TOMORROW =
  '(?:the\\s+day\\s+after\\s+tomorrow|tomorrow|übermorgen|overmorgen|(?-i:morgen)|(?:après-)?demain|(?:pasado\\s+)?mañana|dopo\\s?domani|domani|(?:depois\\s+de\\s+)?amanhã|i\\s?(?:över)?morgon)';

/** Matches no place behind words with which German, Dutch and Spanish speak of the morning, or wish a good one. */
export const NO_MORNING = '(?<!(?:de|deze|elke|iedere|heute|gestern|vor|goede|guten|la|una|cada|esta|toda|pasado)\\s)';

/** Numbers up to seven, as words of the languages that are read. */
const COUNTS = [
  'an? eine[mr]? une? un[oa]? uma? een en ett',
  'two zwei deux dos due dois duas twee två',
  'three drei trois tres tre três drie',
  'four vier quatre cuatro quattro quatro fyra',
  'five fünf cinq cinco cinque vijf fem',
  'six sechs seis sei zes sex',
  'seven sieben sept siete sette sete zeven sju',
].map((words) => words.split(' ').join('|'));
const COUNT = `\\d{1,2}|${COUNTS.join('|')}`;
const WEEKS = 'weeks?|wochen?|semaines?|semanas?|settiman[ae]|we(?:ek|ken)|veck(?:a|or)';
const DAYS = 'days?|tag(?:en)?|jours?|d[ií]as?|giorn[oi]|dag(?:en|ar)?';
/** Matches days and weeks to go, as a value: "in two weeks". Eight and fifteen days are one and two weeks outside of English. */
export const DAYS_AHEAD = `(?:in(?!\\s+\\S+\\s+(?:giorn|settiman))|dans|dentro\\s+de|tra|fra|daqui\\s+a|over|om)\\s+(?!(?:8|15)\\s+(?!days)(?:${DAYS})(?!\\p{L}))(?:${COUNT})\\s+(?:${WEEKS}|${DAYS})(?:['’]s?\\s+time(?!\\p{L})|(?!['’]))`;

const whole = (words: string): RegExp => new RegExp(`^(?:${words})$`, 'iu');
const [IS_NEXT, IS_LAST, IS_COMING] = [`${NEXT}|${NEXT_BEHIND}`, `${LAST}|${LAST_BEHIND}`, COMING].map(whole) as [RegExp, RegExp, RegExp];

/** Returns which day of the week a word beside its name means. */
export function whichWeekday(word: string | undefined): 'next' | 'last' | 'coming' | undefined {
  if (word === undefined) return undefined;
  return IS_NEXT.test(word) ? 'next' : IS_LAST.test(word) ? 'last' : IS_COMING.test(word) ? 'coming' : undefined;
}

const IS_AHEAD = new RegExp(`^\\p{L}+\\s+(?:de\\s+|a\\s+)?(${COUNT})\\s+(?:(${WEEKS})|${DAYS})(?!\\p{L})`, 'iu');
const IS_COUNT = COUNTS.map(whole);

/** Returns how many days from today such words name; undefined for others. */
export function daysAhead(words: string): number | undefined {
  const [, count, weeks] = IS_AHEAD.exec(words) ?? [];
  if (count === undefined) return undefined;
  const number = /^\d/u.test(count) ? Number(count) : IS_COUNT.findIndex((each) => each.test(count)) + 1;
  return weeks === undefined ? number : 7 * number;
}

/** Returns true for weeks to go: people mean about that day. */
export function isAboutDay(words: string): boolean {
  return IS_AHEAD.exec(words)?.[2] !== undefined;
}

const FROM_TODAY = new RegExp(`^(?:today|tonight|yesterday|${TOMORROW}|${WEEKDAY_TO_COME}|${DAYS_AHEAD})$`, 'iu');
const BARE_WEEKDAY = new RegExp(`^${WEEKDAY}(?:,?\\s+the\\s+\\d{1,2}\\p{L}{2})?$`, 'iu');
const NEXT_WEEKDAY = new RegExp(`^(?:(?:${NEXT})\\s|.*\\s(?:${NEXT_BEHIND})$)`, 'iu');
/** A time of the day behind a day: "tomorrow at 3 pm". */
const CLOCK_BEHIND = /,?\s+(?:(?:at|um|à|a las|alle|om|às|kl\.?)\s+\d|(?:(?:from|between)\s+)?\d{1,2}:\d\d).*$/iu;

/** Returns the day of a value without its time of the day. */
export function withoutClock(value: string): string {
  return value.replace(CLOCK_BEHIND, '');
}

/** Returns true for a day that is told from the day of its statement by words that name no other one. */
export function isFromToday(value: string): boolean {
  return FROM_TODAY.test(withoutClock(value));
}

/** Returns true for a day of the week alone, which may be that of each week. */
export function isBareWeekday(value: string): boolean {
  return BARE_WEEKDAY.test(withoutClock(value));
}

/** Returns true for "next Friday", which people take for two days. */
export function isNextWeekday(day: string): boolean {
  return NEXT_WEEKDAY.test(day);
}
