import { findDate, MONTH, type Direction, type NamedDate } from './absolute-dates.ts';
import type { FactRule } from './fact-rule.ts';
import { monthTime } from './month-value.ts';
import type { Reading } from './read-match.ts';
import { isBareWeekday, isNextWeekday, withoutClock } from './relative-days.ts';
import type { StatedFact } from './stated-fact.ts';
import { DAY_MS, startOfDay, utcWeek } from '../time/utc-day.ts';
import type { ValueRange } from './value-forms.ts';
import { WEEKDAY } from './weekdays.ts';

/** Matches a word before a date that says which end of the validity it is. */
const BOUND =
  /(?<![\p{L}])(since|from|starting|effective|as of|beginning|until|till?|through|seit|ab|bis|depuis|[aà] partir(?:e|) (?:de|du|da|dal)|jusqu['’](?:au|à|en)|desde|hasta|dal|fino al?|até|sinds|vanaf|tot|sedan|från|с|до)(?:\s+(?:the|on|in|dem|zum|le|la|el|il|o|a))?(?:\s+(?:end|ende|fin|finales|fine|final|fim|eind))?\s*$/iu;
const SINCE = /^(?:since|seit|depuis|desde|dal|sinds|sedan|с)$/iu;
const UNTIL = /^(?:until|till?|through|bis|jusqu|hasta|fino|até|tot|до)/iu;
/** Words in the past tense; of those in -ed neither nouns nor what is so: "the speed is limited". */
const HAPPENED =
  /(?<![\p{L}])(?:(?<!(?<!\p{L})(?:is|are|be|been|being|gets?)\s)(?!(?:speed|feed|need|seed|indeed|bed|red|shed|embed|exceed|proceed|hundred|limited|unlimited|united)(?!\p{L}))\p{L}+ed|got|moved|became|started|began|left|quit|bought|went|met|made|gave|took|changed|switched|(?:um|hin|fort)?gezogen|gewechselt|angefangen|begonnen|(?:nos )?mud(?:é|amos)|empecé|cambi(?:é|amos)|déménagé|commencé|trasferit[oai]|iniziato|mudei|mudámos|comecei|verhuisd|begonnen|flyttade|började)(?!\p{L})/iu;

export type Validity = Pick<StatedFact, 'validFrom' | 'validTo'>;

/** Returns when a fact holds by the dates of its clause; undefined if the rule needs a date and there is none. */
export function validityOf(rule: FactRule, text: string, reading: Reading, now: number): Validity | undefined {
  const valid = timesOf(rule, text, reading, now);
  if (valid === undefined) return undefined;
  if (rule.needsBound === true) {
    const { validFrom = -Infinity, validTo = -Infinity } = valid;
    return validFrom > now || validTo > now ? valid : undefined;
  }
  // Said of a day to come that is not known, it is not so yet: "ab nächster Woche".
  return valid.validFrom === undefined && rule.attribute !== undefined && beginsNext(text, reading) ? undefined : valid;
}

function timesOf(rule: FactRule, text: string, { match, range, value, attribute }: Reading, now: number): Validity | undefined {
  if (rule.needsDate !== undefined) {
    const clause = eventClause(text, range);
    // What has been so since a day holds until now; the date is the one behind that word.
    const isLasting = /(?<!\p{L})been(?!\p{L})/iu.test(match[0]);
    const dated = isLasting ? clause.slice(Math.max(0, clause.search(/(?<!\p{L})since\s/iu))) : clause;
    const found = findDate(dated, now, rule.needsDate);
    if (found === undefined || (!isLasting && OF_ANOTHER.test(clause.slice(0, found.end)))) return undefined;
    if (isLasting) return { validFrom: found.fromTime };
    return { validFrom: found.fromTime, validTo: endOfSpan(clause, found) };
  }
  if (rule.isOnDay === true) {
    const clause = eventClause(text, range);
    const found = findDate(clause, now, 'future');
    if (found === undefined || OF_ANOTHER.test(clause.slice(0, found.end))) return {};
    const isLater = mayBeAnother(clause.slice(found.at, found.end), found.fromTime, now);
    return { validTo: found.toTime + (isLater ? 7 * DAY_MS : 0) };
  }
  // A date inside the value is the value's.
  const around = (behind: RegExp): string =>
    clauseAround(rule.value === 'clause' ? text.slice(0, range.to) : text, range, {
      blanks: rule.value === 'clause' ? [] : [value, oldRange(match)],
      behind,
    });
  const own = around(BEHIND);
  const named = findDate(own, now, 'past') ?? findDate(own, now, 'near');
  if (named === undefined) return {};
  if (rule.needsBound === true && rule.attribute !== undefined) return beginToCome(own, now);
  const span = rule.attribute === undefined || HAPPENED.test(own) ? undefined : namedSpan(text, range, attribute);
  if (span !== undefined) return within(span, now);
  const word = INNER_BOUND.exec(own.slice(named.at, named.end))?.[1] ?? BOUND.exec(own.slice(0, named.at))?.[1];
  if (word === undefined) return rule.saysChange === true && HAPPENED.test(own) ? beginOf(own, now, 'past') : {};
  if (UNTIL.test(word)) {
    const ahead = findDate(own, now, 'future');
    return ahead === undefined ? {} : { validTo: ahead.toTime };
  }
  // A begin behind "and" is that of what follows: "I live in Ghent and have worked at Acme since May".
  if (findDate(around(BEHIND_AND), now, 'past') === undefined && findDate(around(BEHIND_AND), now, 'near') === undefined) return {};
  // A value that holds from a day on may begin on one to come; a weekday alone is the next one, but for what happened.
  if (SINCE.test(word)) return beginOf(own, now, 'past');
  const near = beginOf(own, now, 'near');
  return near.validFrom === undefined ? beginOf(own, now, HAPPENED.test(own) ? 'past' : 'future') : near;
}

const IN_A_SPAN = `(?:in|im|en|em|a|à|i|nel)\\s+((?:${MONTH})(?:\\s+(?:19|20)\\d\\d)?|(?:19|20)\\d\\d)`;
const JOINS = '(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men)';
const SPAN_BEFORE = new RegExp(`(?:^|[.;:]|(?<!\\p{L})${JOINS}\\s)\\s*${IN_A_SPAN},?\\s*$`, 'iu');
const SPAN_BEHIND = new RegExp(`^\\s+${IN_A_SPAN}\\s*(?:[.,;!]|$|(?<=\\s)${JOINS}\\s)`, 'iu');

/** Returns the month or year in which alone something is said to be so: "In January I work at Acme", "I live in Rome in May". */
function namedSpan(text: string, { from, to }: ValueRange, attribute = ''): string | undefined {
  const span = SPAN_BEFORE.exec(text.slice(0, from))?.[1] ?? SPAN_BEHIND.exec(text.slice(to))?.[1];
  // The name of the thing may have it: "the budget in May is 500".
  return span === undefined || attribute.includes(span.toLowerCase()) ? undefined : span;
}

/** A month that has just been is told as often as the same one of the next year. */
const JUST_BEEN_MS = 60 * DAY_MS;

function within(span: string, now: number): Validity | undefined {
  const [ahead, before] = (['future', 'past'] as const).map((direction) => findDate(`in ${span}`, now, direction));
  if (ahead === undefined) return undefined;
  const hasJustBeen = before !== undefined && before.toTime <= now && now - before.toTime < JUST_BEEN_MS;
  return hasJustBeen && before.fromTime !== ahead.fromTime ? undefined : { validFrom: ahead.fromTime, validTo: ahead.toTime };
}

const BEGINS = '(?:from|starting|effective|as\\s+of|beginning|ab|[aà]\\s+partir\\s+d[eou]|desde|dal?|vanaf|från)';
const TO_COME =
  "(?:next|nächste[nmrs]?|kommende[nmrs]?|(?:(?:la|el|il|le|a|o|den)\\s+)?(?:próxim[oa]|prossim[oa]|volgende|nästa)|(?:l[ea]\\s+|l['’])?\\p{L}+\\s+prochaine?|(?:la|el|a|o)\\s+\\p{L}+\\s+que\\s+(?:viene|vem))(?!\\p{L})";
const BEGINS_NEXT_BEHIND = new RegExp(`^,?\\s+${BEGINS}\\s+${TO_COME}`, 'iu');
const BEGINS_NEXT_BEFORE = new RegExp(`(?:^|[.;:])\\s*${BEGINS}\\s+${TO_COME}[^.,;]{0,20},?\\s*$`, 'iu');

/** Returns true for words right beside a statement by which it begins with a time to come. */
function beginsNext(text: string, { range }: Reading): boolean {
  return BEGINS_NEXT_BEHIND.test(text.slice(range.to)) || BEGINS_NEXT_BEFORE.test(text.slice(0, range.from));
}

/** Words between the two dates of a span: "from 2010 to 2015", "from May 3 until May 7". */
const SPAN = /^\s*(?:to|until|till|through|and|–|—|-)\s*/iu;
const SPAN_OPENS = /(?<!\p{L})(?:from|between)\s*$/iu;

/** Returns the end of an event: of its last date, where it names a span. */
function endOfSpan(clause: string, first: NamedDate): number {
  const opens = SPAN_OPENS.test(clause.slice(0, first.at)) || /^(?:from|between)\s/iu.test(clause.slice(first.at, first.end));
  const behind = clause.slice(first.end);
  const joined = opens ? SPAN.exec(behind) : null;
  if (joined === null) return first.toTime;
  // A weekday is the next one from the begin: "next week I'm off from Monday to Wednesday", said on a Wednesday.
  const last = findDate(`until ${behind.slice(joined[0].length)}`, first.fromTime, 'future');
  return last === undefined || last.at > 'until '.length || last.toTime < first.toTime ? first.toTime : last.toTime;
}

function beginOf(clause: string, now: number, direction: Direction): Validity {
  const found = findDate(clause, now, direction);
  return found === undefined ? {} : { validFrom: found.fromTime };
}

/** A begin that is announced: "on Monday", said on a Monday, is the next one. */
function beginToCome(clause: string, now: number): Validity {
  const found = findDate(clause, now, 'future');
  if (found === undefined) return {};
  const day = clause.slice(found.at, found.end).replace(/^on\s+/iu, '');
  const isToday = isBareWeekday(day) && found.fromTime === startOfDay(now);
  return { validFrom: found.fromTime + (isToday ? 7 * DAY_MS : 0) };
}

/** A date that ends or begins something else in the clause: "until November 20". */
const OF_ANOTHER =
  /(?<!\p{L})(?:until|till|starting|since|by|due|before|after(?!\s+tomorrow))\s+(?:the\s+|on\s+)?[\p{L}\p{N}.]+(?:\s+[\p{L}\p{N},]+){0,2}$/iu;
const INNER_BOUND =
  /^(since|from|until|seit|ab|bis|depuis|[aà] partir de|desde|hasta|fino a|dal?|até|jusqu['’]en|sinds|vanaf|tot|till?|through|sedan|från|с)\s/iu;
/** A time that opens the sentence: "Last week, I ...". */
const OPENING_TIME = /^(?:(?:oh|well|so|and|hey|yeah|yes|btw|by the way|guess what|\p{Lu}\p{L}+)[\s,!-]*){0,2}([^,]{3,30}),?\s*$/iu;

/** A bound that opens the sentence: "Starting next week, the port is 4200". */
const OPENING_BOUND = /^\s*((?:from|starting|effective|as of|beginning|since|ab|seit|depuis|desde|until|till)\s[^,;]{2,40}),\s*$/iu;

function eventClause(text: string, { from, to }: ValueRange): string {
  const opening = OPENING_TIME.exec(text.slice(0, from))?.[1];
  return `${opening ?? ''} ${text.slice(from, to)}`;
}

const BEHIND = /(?:[,;]|\s(?:but|while|although|though)\s).*$/su;
const BEHIND_AND = /(?:[,;]|\s(?:but|while|although|though|and|und|et|y|och)\s).*$/su;
/** Words of another statement, which "and" joins to this one. */
const JOINED = /^.*\s(?:and|und|et|y|och)\s+$/su;

/** Returns the clause of a fact up to what ends it, with its values blanked. */
function clauseAround(
  text: string,
  { from, to }: ValueRange,
  { blanks, behind }: { readonly blanks: readonly (ValueRange | undefined)[]; readonly behind: RegExp },
): string {
  let own = text;
  for (const blank of blanks)
    if (blank !== undefined) own = own.slice(0, blank.from) + ' '.repeat(blank.to - blank.from) + own.slice(blank.to);
  return (
    (OPENING_BOUND.exec(own.slice(0, from))?.[1] ?? '') +
    own
      .slice(0, from)
      .replace(/^.*[,;]/su, '')
      .replace(JOINED, '') +
    own.slice(from, to) +
    own.slice(to).replace(END_BEHIND_COMMA, '$1 ').replace(behind, '')
  );
}

/** An end behind a comma or a dash, of which the clause says no more: "9000, but only until Friday". */
const END_BEHIND_COMMA =
  /^((?:\s+\p{L}+){0,2})\s*[,–—-]\s*(?=(?:(?:but|aber|mais|pero|ma|mas|maar)\s+)?(?:(?:only|just|nur|seulement|juste|s[oó]lo|só|alleen)\s+)?(?:until|till|bis|jusqu['’](?:à|au|en)|hasta|fino\s+al?|até|tot)(?:\s+\S+){1,3}?\s*(?:[.,;!)]|$))/iu;

function oldRange(match: RegExpExecArray): ValueRange | undefined {
  const old = match.groups?.['old'];
  if (old === undefined) return undefined;
  const at = match[0].lastIndexOf(old);
  // A value before that only a look ahead has read stands behind the match.
  if (at === -1) return undefined;
  const from = match.index + at;
  return { from, to: from + old.length };
}

const AHEAD = new RegExp(`^(?:next|${WEEKDAY})`, 'iu');

/** Returns the value as a time, where it is a date and can be no other one. */
export function valueTime(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const month = monthTime(value, now);
  if (month !== undefined) return month;
  const day = withoutClock(value);
  const direction: Direction = AHEAD.test(day) ? 'future' : 'near';
  const found = findDate(day, now, direction);
  // A date inside a longer text is no date value.
  if (found === undefined || found.end - found.at < day.length / 2) return undefined;
  return mayBeAnother(day, found.fromTime, now) ? undefined : found.fromTime;
}

/**
 * Returns true for days that people take for different ones: "next Friday" said in the same week, and "Friday" said on a
 * Friday.
 */
function mayBeAnother(day: string, time: number, now: number): boolean {
  if (isNextWeekday(day)) return utcWeek(time) === utcWeek(now);
  return isBareWeekday(day) && time === startOfDay(now);
}
