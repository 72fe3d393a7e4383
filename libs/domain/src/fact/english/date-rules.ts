import { said, type FactRule } from '../fact-rule.ts';
import { NOW } from './english-words.ts';
import { CHANGE, VALUE } from './value-rules.ts';

/** Things that a team has one of at a time, so that their names need no article. */
const ONE = '(?<attr>(?:launch|release|go-live|kick-?off|deadline)(?:~date)?)';
const MOVED = '(?:(?:was|has~been|is|got|has)~)?(?:moved|pushed(?:~back)?|postponed|rescheduled|delayed|shifted|slipped|brought~forward)';

/** Dates of a project in sentences without an article, and what its people do on a day. */
export const DATES: readonly FactRule[] = [
  {
    ...VALUE,
    label: 'project',
    opens: true,
    value: 'day',
    pattern: said(`${ONE}~(?:is|stays)(?:~${NOW})?~(?:(?:on|at|(?:scheduled|planned|confirmed)~for|set~(?:for|to))~)?`),
  },
  {
    ...CHANGE,
    label: 'project',
    opens: true,
    value: 'day',
    pattern: said(`${ONE}(?:~${NOW})?~${MOVED}(?:~from~(?<old>[^,;()]{1,40}?))?~to~`),
  },
  {
    kind: 'value',
    label: 'project',
    attribute: '{done}',
    value: 'day',
    // A team may launch several things, so only what it does as a whole is read.
    pattern: said(
      "we(?:[’']ll|~will)?(?:~now)?~(?<done>launch|release)~(?:now~)?on~(?!\\p{L}+days(?!\\p{L}))(?=[^.,;!]{3,24}(?:~(?:now|instead))?(?:[.,;!]|$))",
    ),
  },
];
