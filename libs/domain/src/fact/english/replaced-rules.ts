import { MONTH } from '../absolute-dates.ts';
import { OF_WHAT, said, type FactRule } from '../fact-rule.ts';
import { CHANGED_WAY, OLD_ENDS, OLD_NUMBER } from '../value-before.ts';
import { WEEKDAY } from '../weekdays.ts';
import { CHANGE, IS, PREPOSITION } from './value-rules.ts';

/** Up to the words behind the value; a comma stands in it within a number alone. */
const VALUE = '(?:[^,;()]|,(?=\\d)){1,40}?';
const OLD_WORDS = '(?:[^,;()]|,(?=\\d)){1,30}?';
const NUMBER = `(?<old>${OLD_NUMBER}${OLD_WORDS})${OLD_ENDS}`;
/** A day behind "moved from" is the one before; behind "from" alone it may be when the value begins. */
const DAY = `(?<old>(?=(?:\\d{1,2}(?:st|nd|rd|th|\\.)?~(?:of~)?)?(?:${MONTH})(?!\\p{L})|${WEEKDAY}|\\d)${OLD_WORDS})${OLD_ENDS}`;
const ANY = `(?<old>${OLD_WORDS})${OLD_ENDS}`;
const NOW = '(?:now|currently)';

/** Looks ahead from the begin of the thing, as few sentences have the words behind the value. */
const WITH = (words: string): string => `(?=(?:my|our|the)~[^;!?]{1,120}?~${words})`;
const FROM = WITH('from~[$€£¥₹₽]?\\d');
const MOVED = WITH(`${CHANGED_WAY}~from~`);
const INSTEAD = WITH('instead~of~');

/** Statements of a value with the one before behind it: "the port is 8443 now, from 8090", "now 8443 instead of 8090". */
export const REPLACED: readonly FactRule[] = [
  `${FROM}${OF_WHAT}~${IS}~${NOW}~${PREPOSITION}(?=${VALUE},?~from~${NUMBER})`,
  `${FROM}${OF_WHAT}~${IS}(?:~${NOW})?~${PREPOSITION}(?=${VALUE}~now,?~from~${NUMBER})`,
  `${MOVED}${OF_WHAT}~${IS}(?:~${NOW})?~${PREPOSITION}(?=${VALUE},?~(?:now,?~)?${CHANGED_WAY}~from~${DAY})`,
  `${INSTEAD}${OF_WHAT}~${IS}~${NOW}~${PREPOSITION}(?=${VALUE}~instead~of~${ANY})`,
  `${INSTEAD}${OF_WHAT}~${IS}~${PREPOSITION}(?=${VALUE}~(?:now~instead~of~${ANY}|instead~of~(?=[^,;()]{1,30}?~now(?!\\p{L}))${ANY}))`,
].map((words) => ({ ...CHANGE, pattern: said(words) }));
