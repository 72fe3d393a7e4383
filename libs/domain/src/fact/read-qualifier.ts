import { MONTH } from './absolute-dates.ts';
import { isDay } from './normal-value.ts';
import { singular, wordsOf } from './normal-words.ts';
import { FROM_NUMBER, FROM_OLD_NUMBER } from './value-before.ts';

/** Words at which the name of a part ends. */
const STOP_WORDS =
  'at in on with and or but so because since that which who when while if as by before after until till is are was were i we you it they to can could will would should also now instead anymore any'.split(
    ' ',
  );
const STOP = new Set(STOP_WORDS);
/** Words that name no part of a thing, each behind its own preposition alone: "in fact", but "for general use". */
const OF_NO_PART = `(?:of\\s+course|in\\s+(?:case|fact|general|practice|theory|total|short|the\\s+end)|at\\s+(?:least|most|best|last)|for\\s+(?:sure|real|good|now)|to\\s+date)(?=\\s*(?:$|[^\\p{L}\\p{N}\\s_-])|\\s+(?:${STOP_WORDS.join('|')}|for|of|from|between|within|per|this\\s+time|though|although|again|already|too|[–—-])(?![\\p{L}\\p{N}]))`;
/** Matches the part of a thing that a value is for, said behind it: "the deadline is May 5 for the first draft". */
const QUALIFIER = new RegExp(
  `^(?:\\s+(?:now|instead|already|currently|again|any\\s?more|any longer))?(?:,?\\s+${OF_NO_PART}(?:\\s+(?:now|already|again|too))?)?(?:,\\s*|\\s+)(?!${OF_NO_PART})(?:for|of|in|on|with|at|from|between|within|to|as(?=\\s+(?:an?|the|our|my)\\s+(?!workaround|test|rule|result|default|fallback|precaution|compromise|start)))\\s+((?:[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}'’./_-]*\\s*){1,6})`,
  'iu',
);
const WORDS = 4;
/** Matches the environment behind the part: "3 replicas of the router in staging", and "and 6 in production" is another. */
const ENVIRONMENT =
  /^\s*(?:in|on|for|at)\s+(?:the\s+|our\s+)?(staging|production|prod|dev(?:elopment)?|test(?:ing)?|qa|ci|preview|sandbox|canary|live)(?=\s*(?:$|[.,;!()])|\s+(?:and|but|now|because|so|since|environments?|clusters?)(?!\p{L}))/iu;
/** A day on which a value begins makes it no value of another thing: "my rent is $930 from June 1". */
const FROM_DAY = new RegExp(
  `^,?\\s+(?:(?:now|starting|effective),?\\s+)?from\\s+(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?)?(?:${MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|next|today|tomorrow|now|\\d{4})(?!\\p{L})`,
  'iu',
);
/** A day on which it became so is none either: "we switched to Tape on May 5". */
const ON_DAY = new RegExp(
  `^,?\\s+(?:on|in)\\s+(?:the\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?(?:${MONTH})|(?:${MONTH})\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?(?!\\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:19|20)\\d\\d(?![-/]?\\d))(?!\\p{L})`,
  'iu',
);
/** Nor is a time of day behind a day: "the meeting is tomorrow at 10", "on Friday from 9 to 11". */
const AT_TIME = (() => {
  const time = String.raw`(?:\d{1,2}(?:[:.h]\d\d)?(?:\s?(?:[ap]\.?m\.?|h|o['’]clock|sharp))?|noon|midday|midnight|lunch(?:time)?|(?:half|(?:a\s+)?quarter)\s+(?:past|to)\s+\p{L}+)`;
  return new RegExp(
    String.raw`^,?\s+(?:(?:at|from|around|between)\s+)?${time}(?:\s*(?:to|until|till|and|-|–)\s*${time})?(?![\p{L}\p{N}])(?=\s*(?:[.,;!)]|$)|\s+(?:and|but|so|because|in|on|with|for|now|instead|sharp|utc|gmt|c?e[sd]?t|p[sd]t)(?![\p{L}\p{N}]))`,
    'iu',
  );
})();
const NEAR_DAY = /^(?:today|tonight|tomorrow|the day after tomorrow)$/iu;
/** Two things under one value: "port 5000 and 5001", "Tuesdays and Thursdays". */
const LIST = new RegExp(
  `^\\s*(?:,\\s*)?(?:and|or|to|through|&|-|–)\\s*(?:[$€£]?\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?!\\p{L})|(?:${MONTH})\\s\\d)`,
  'iu',
);

/** Words that leave open whether a thing was wanted or was there before. */
const IN_PLACE = /^\s*(?:,\s*)?instead\s+of\s/iu;

/** The part is one that was named before. */
const ELSEWHERE =
  /^\s+(?:there(?!\p{L})|(?:for|in|on)\s+(?:that|those|them)(?=\s*(?:$|[.,;!]))|(?:in|on|from)\s+(?:(?:your|their)|(?:the|this|that|an?)\s+(?:\p{L}+\s+)?(?:examples?|tutorial|readme|book|article|course|slides?|screenshot|video))(?!\p{L}))/iu;

/** Matches the words of a part. */
const PART = new RegExp(`^[^\\s,.;:!?]+(?:\\s+(?!(?:${STOP_WORDS.join('|')}|for)\\s)[^\\s,.;:!?]+){0,${WORDS - 1}}`, 'iu');

/** Reads it behind a value in normalised words; empty where there is none, undefined where the value is one of several. */
export function readQualifier(text: string, at: number, value = ''): string | undefined {
  const behind = text.slice(at, at + 120);
  const rest = isDay(value) || NEAR_DAY.test(value) ? behind.replace(AT_TIME, '') : behind;
  if (LIST.test(rest) || IN_PLACE.test(rest) || ELSEWHERE.test(rest)) return undefined;
  if (FROM_DAY.test(rest) || ON_DAY.test(rest)) return '';
  if (FROM_OLD_NUMBER.test(rest)) return '';
  if (FROM_NUMBER.test(rest)) return undefined;
  const qualifier = QUALIFIER.exec(rest);
  const words = wordsOf(qualifier?.[1] ?? '');
  const end = words.findIndex((each) => STOP.has(each));
  return [...environmentBehind(qualifier, rest), ...words.slice(0, end === -1 ? WORDS : Math.min(end, WORDS))]
    .filter((each) => !/^(?:a|an|the|my|our|this|each|every|now|total|moment|present|time|being|most|least|average|once|only)$/u.test(each))
    .map(singular)
    .join(' ');
}

/** Returns the environment that is named behind the part of a thing, which is as much a part of what it is. */
function environmentBehind(qualifier: RegExpExecArray | null, rest: string): readonly string[] {
  if (qualifier === null) return [];
  const behind = rest.slice(qualifier[0].length - qualifier[1]!.length).replace(PART, '');
  const found = ENVIRONMENT.exec(behind)?.[1];
  return found === undefined ? [] : [found.toLowerCase()];
}
