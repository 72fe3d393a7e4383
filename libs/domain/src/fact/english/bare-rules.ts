import { MONTH } from '../absolute-dates.ts';
import { OF_WHAT, said, type FactRule } from '../fact-rule.ts';
import { NOW } from './english-words.ts';
import { NO_ADVERB } from './place-rules.ts';
import { CHANGE, NOW_IS, VALUE, WAS } from './value-rules.ts';

/** Last words of things that are named without an article as in a note: "Deadline for the report: 31 May". */
const DATED = 'deadline|due~date|launch|release|kick-?off|go-live|freeze|review|budget';
const NOTED = `${DATED}|planning|retro|stand-?up|port|version|timeout|limit|size|rate|interval|threshold|quota|retention|ttl|count|branch|url|coverage|(?:order|reservation|booking|confirmation|tracking|account|ticket|invoice|customer|case|membership)~(?:number|id|code)`;
/** Words that make it another's thing, or none in particular, or one that is not so. */
const OTHERS =
  '(?!(?:his|her|their|your|its|whose|an?|any|every|each|some|another|other|no|not|maybe|perhaps|probably|possibly|hopefully|apparently|supposedly|ideally|typical|default|recommended|if|when|once|until|unless|what|which|example|minimum|maximum|and|but|so|or|then|also|plus|de|het|mijn|onze|ons)(?!\\p{L}))';
const bare = (heads: string): string =>
  `${OTHERS}(?<attr>(?:(?!(?:the|my|our|your|his|her|their|an?|that)~)[\\p{L}\\p{N}'’./-]+~){0,3}?(?:${heads})(?:~(?:for|of|in)~(?:the~|our~)?[\\p{L}\\p{N}-]+(?:~[\\p{L}\\p{N}-]+){0,2}?)?)`;
const BARE = bare(NOTED);
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
    pattern: said(`${BARE}~is${LATELY}~(?:set~to~|back~to~|at~|on~)?`),
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
      `${BARE}~(?:was|has~been|is|got)(?:~now)?~(?:moved|pushed(?:~back)?|postponed|rescheduled|extended|changed|increased|raised|reduced|lowered|bumped|cut)(?:~from~(?<old>[^,;()]{1,40}?))?~to~`,
    ),
  },
  {
    ...CHANGE,
    opens: true,
    value: 'day',
    pattern: said(
      `${bare(DATED)}(?:~now)?~(?:moved|pushed(?:~back)?|postponed|rescheduled|slipped|shifted)(?:~from~(?<old>[^,;()]{1,40}?))?~to~`,
    ),
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
