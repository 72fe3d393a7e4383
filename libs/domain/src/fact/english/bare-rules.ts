import { MONTH } from '../absolute-dates.ts';
import { OF_WHAT, said, type FactRule } from '../fact-rule.ts';
import { WEEKDAY } from '../weekdays.ts';
import { NUMBER_WORDS } from '../value-forms.ts';
import { NOW } from './english-words.ts';
import { NO_ADVERB } from './place-rules.ts';
import { CHANGE, NOW_IS, VALUE, WAS } from './value-rules.ts';

/** Last words of things that are named without an article as in a note: "Deadline for the report: 31 May". */
const DATED = 'deadline|due~date|launch|release|kick-?off|go-live|freeze|review|budget';
const NOTED = `${DATED}|planning|retro|stand-?up|port|version|timeout|limit|size|rate|interval|threshold|quota|retention|ttl|count|branch|url|coverage|(?:order|reservation|booking|confirmation|tracking|account|ticket|invoice|customer|case|membership)~(?:number|id|code)`;
/** Words that make it another's thing, or none in particular, or one that is not so. */
const OTHERS =
  '(?!(?:his|her|their|your|its|whose|an?|any|every|each|some|another|other|no|not|maybe|perhaps|probably|possibly|hopefully|apparently|supposedly|ideally|typical|default|recommended|if|when|once|until|unless|what|which|example|minimum|maximum|and|but|so|or|then|also|plus|de|het|mijn|onze|ons)(?!\\p{L}))';
/** Words that are no part of a bare name of a thing: persons, times, and words of telling and doubt. */
const NO_NAME =
  '(?!(?:I|you|he|she|it|we|they|this|that|these|those|there|here|me|him|us|them|my|our|the|a|an|who|whose|which|what|when|where|how|why|if|once|unless|until|whether|and|or|but|so|then|because|since|although|though|not|no|never|all|some|most|many|few|several|none|half|both|one|two|three|each|every|any|other|another|people|folks|guys|friends?|family|kids|users?|customers?|clients?|everyone|everybody|everything|someone|somebody|something|anyone|anything|nobody|nothing|\\p{L}+(?<!week|month|year|dai|night|hour)ly|maybe|perhaps|almost|often|just|also|always|still|even|only|today|tomorrow|yesterday|tonight|now|time|date|day|days|week|month|year|last|next|old|former|previous|think|thinks|thought|say|says|said|hear|heard|hopes?|hoped|wants?|wanted|wish|wishes|wished|asks?|asked|tells?|told|guess|believes?|suggests?|suggested|claims?|claimed|note|remember|see|saw|know|knows|knew|need|needs|should|would|could|can|will|may|might|must|has|have|had|is|are|was|were|be|been|got|get|gets|make|makes|made|let|lets|fyi|btw|news|update|correction|reminder|to|of|for|in|on|at|from|with|by|as|than|\\d+|' +
  `${WEEKDAY}|${MONTH})(?![\\p{L}’'])|(?:${WEEKDAY}|today|tomorrow|tonight|yesterday|week|month)['’]s)`;
const bare = (heads: string): string =>
  `${OTHERS}(?<attr>(?:${NO_NAME}[\\p{L}\\p{N}'’./-]+~){0,3}?(?:${heads})(?:~(?:for|of|in)~(?:the~|our~)?[\\p{L}\\p{N}-]+(?:~[\\p{L}\\p{N}-]+){0,2}?)?)`;
const BARE = bare(NOTED);
const WORD = `${NO_NAME}[\\p{L}\\p{N}][\\p{L}\\p{N}/-]*`;
/** A further word of the name of a thing: with a capital, it may be the name of a person. */
const FURTHER = `(?=(?-i:[\\p{Ll}\\p{N}]|\\p{Lu}{1,5}(?!\\p{L})))${WORD}`;
/** Any thing without an article. A single word with a capital is a person's name as often as a thing's. */
const LONGER_THING = `(?<attr>${WORD}(?:~${FURTHER}){1,3})`;
const ANY_THING = `(?<attr>(?:${DATED}|planning|retro(?:spective)?|stand-?up|sync|demo|rehearsal|training|check-?in|all-?hands)|(?=(?-i:[\\p{Ll}\\p{N}]|\\p{Lu}{2,5}(?!\\p{L})))${WORD}|${WORD}(?:~${FURTHER}){1,3})`;
/** What is so on one day is not so of the thing: "standup is at 10 today". */
const NOT_TODAY =
  '(?![^.;!?]*~(?:(?<!(?:of|from|since)~)today|tonight|tomorrow|this~(?:time|once|morning|afternoon|evening)|once|only|just)(?!\\p{L}))';
/** The same of a change, which may be one of a week. */
const NOT_ONCE = `${NOT_TODAY}(?![^.;!?]*~this~week(?!\\p{L}))`;
/** An amount of time, of memory or of money; what is counted otherwise may be told of the world. */
const SPAN_OR_SIZE = `(?=[$€£¥]\\s?\\d|(?:\\d[\\d.,]*|${NUMBER_WORDS})\\s?(?:ms|s|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?|weeks?|months?|years?|[kmgt]b)(?!\\p{L}))`;
const LATELY = `(?:~${NOW})?`;
/** Verbs of things that end on a day. */
const ENDS = '(?:ends|closes|finishes|expires|runs~out)';
/** Verbs of things that begin on a day. */
const BEGINS = '(?:starts|begins|opens|takes~place|happens|leaves|departs)';

/** Values of things without an article, days on which things begin, switches, and places of files. */
export const STATED_BARELY: readonly FactRule[] = [
  {
    ...VALUE,
    opens: true,
    pattern: said(`${BARE}~is${LATELY}~${NOT_TODAY}(?:set~to~|back~to~|at~|on~)?`),
  },
  {
    ...VALUE,
    opens: true,
    pattern: said(`${bare(DATED)}\\s*:\\s*`),
  },
  {
    ...CHANGE,
    opens: true,
    pattern: said(
      `${BARE}(?:~(?:was|has~been|is|got|has))?(?:~now)?~(?:moved|pushed(?:~back)?|postponed|rescheduled|extended|changed|increased|raised|reduced|lowered|bumped|cut)${NOT_ONCE}(?:~from~(?<old>[^,;()]{1,40}?))?~to~`,
    ),
  },
  {
    ...CHANGE,
    isWhole: true,
    value: 'day',
    pattern: said(
      `${ANY_THING}(?:~(?:was|were|has~been|have~been|is|are|got|has|have))?(?:~now)?~(?:moved|pushed(?:~back)?|postponed|rescheduled|slipped|shifted|changed)${NOT_ONCE}(?:~from~(?<old>[^,;()]{1,40}?))?~to~`,
    ),
  },
  {
    ...CHANGE,
    isWhole: true,
    value: 'day',
    pattern: said(`${ANY_THING}~(?:is|are)~now~${NOT_ONCE}(?:back~)?(?:set~(?:to|for)~|scheduled~(?:for|on)~|at~|on~)?`),
  },
  {
    ...CHANGE,
    isWhole: true,
    value: 'measure',
    pattern: said(`${LONGER_THING}(?:~(?:has|have))?(?:~now)?~changed${NOT_ONCE}(?:~from~(?<old>[^,;()]{1,40}?))?~to~${SPAN_OR_SIZE}`),
  },
  {
    ...CHANGE,
    opens: true,
    pattern: said(`${BARE}${WAS}${NOW_IS}`),
  },
  {
    ...VALUE,
    value: 'day',
    pattern: said(`${OF_WHAT}${LATELY}~${BEGINS}${LATELY}~(?:on~|at~)?`),
  },
  {
    ...VALUE,
    opens: true,
    value: 'day',
    pattern: said(`${bare(DATED)}${LATELY}~${BEGINS}${LATELY}~(?:on~|at~)?`),
  },
  {
    ...VALUE,
    attribute: '{attr} end',
    value: 'day',
    pattern: said(`${OF_WHAT}${LATELY}~${ENDS}${LATELY}~(?:on~|at~)?`),
  },
  {
    ...VALUE,
    attribute: '{attr} end',
    value: 'month',
    pattern: said(`(?=(?:my|our)~)${OF_WHAT}${LATELY}~${ENDS}~in~(?=(?:${MONTH})(?:~(?:19|20)\\d\\d)?\\s*(?:[.,;!]|$))`),
  },
  {
    kind: 'value',
    label: 'project',
    isWhole: true,
    attribute: '{attr}',
    value: 'word',
    pattern: said(
      `(?:(?:the|our)~)?(?<attr>(?:(?:feature~)?flag|toggle|switch|setting|option)~[\\w.-]+|[\\w.-]+~(?:(?:feature~)?flag|toggle|mode))~is(?:~(?:now|currently))?~(?:turned~|switched~)?(?=(?:on|off|enabled|disabled)(?!\\p{L}))`,
    ),
  },
  {
    kind: 'value',
    label: 'reference',
    isWhole: true,
    attribute: '{attr} location',
    value: 'code',
    pattern: said(
      `(?:(?:the|our)~|${NO_ADVERB})(?<attr>(?:[\\p{L}\\p{N}-]+~){0,2}[\\p{L}\\p{N}-]+)~(?:is|are)~(?:now~)?(?:written|stored|saved|kept|logged|mounted|located|installed|uploaded|published)~(?:now~)?(?:to|in|at|under)~(?=[\x60"\\x7e./\\p{L}][^\\s]*/|https?:)`,
    ),
  },
];
