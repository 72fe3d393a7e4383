import { MONTH } from '../absolute-dates.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { BARE_PROGRAM } from '../known-programs.ts';
import { PROGRAM } from '../value-forms.ts';
import { I_HAVE, NOW } from './english-words.ts';

const DECIDED = '(?:decided|chosen|chose|opted|settled|agreed|elected)';
const NOT_BEFORE = '(?!(?:it|that|this|them|these|those|him|her|not|up|out|off|one|some|the~same|the~following)\\b)';
/** Not of a thing that stands before it: "the shoes that I chose for the race", "the date which we decided on". */
const NOT_OF_WHICH = `(?<!(?<!\\p{L})(?:which|whom?|what)\\s+)(?<!(?<!\\p{L})that\\s+(?=${I_HAVE}~(?:chose|chosen|picked|opted|elected)(?!\\p{L})))`;
/** When it was decided is not what was. */
const NO_DAY = `(?!~(?:the~)?(?:\\d|(?:${MONTH})(?!\\p{L})|\\p{L}+day(?!\\p{L})|last~|that~day))`;
/** Behind a name: when, why, or the end of the clause. With anything else it may be switched to for the moment. */
const SOON = '(?:~(?:soon|tomorrow|next~(?:week|month|quarter|year|sprint)))?\\s*(?:[.;!]|$|,?~(?:because|since)(?!\\p{L}))';
/** Nothing in the clause says of what alone, or that it is over. */
const NOT_FOR_ONE =
  '(?![^.;!?]*~(?:(?:for|in|on|during)~(?:this|that|these|those|one|an?|the~(?:first|last|next))|to~(?:look|see|check|debug|show|read|test|try|find|explain|watch|inspect)|only|once|briefly|temporarily|then|but|until|till|soon|tomorrow|next|back)(?!\\p{L}))';
/** A change of programs that does not name the one before, or is under way: it replaces nothing. */
const TURNING = (we: string, label: 'project' | 'user'): FactRule => ({
  kind: 'decision',
  label,
  opens: true,
  value: 'product',
  isCoined: true,
  pattern: said(
    `${we}~(?:now~|finally~|also~)?(?:(?:switching|migrating)(?:~over)?(?:~from~[^,.;]{2,40}?)?|(?:switched|migrated)(?:~over)?)~to~(?=(?-i:${PROGRAM})${SOON})`,
  ),
});

const DECISION = '[*_]{0,2}decision[*_]{0,2}:[*_]{0,2}~';
/** Verbs of what is done with a work; "we keep an eye on it" is none. */
const WE_DO =
  "(?<det>we|I)(?:['’]ll|~will|~now|~continue~to)?~(?:keep(?!~(?:an~eye|going|in~mind|it|this|that)(?!\\p{L}))|use|store|go~with|stick~(?:to|with)|adopt|stay~(?:on|with)|(?:move|switch|migrate|upgrade)~to|drop|replace|build|write|deploy|run|host|split|merge|ship|cache|log)(?!\\p{L})";
/** The same as an order to oneself, as agents note it. */
const TO_DO =
  '(?:keep(?!~(?:an~eye|going|in~mind|it|this|that)(?!\\p{L}))|use|store|adopt|stick~(?:to|with)|drop|replace|split|merge|cache)~(?!(?:it|this|that|them|your|you)(?!\\p{L}))';
const IT_IS =
  '(?:(?:the|our|all)~)?(?:[\\p{L}-]+~){1,3}?(?:is|are|stays?|goes?|will~be)~(?:stored|kept|written|built|deployed|hosted|cached|logged|served|sent)(?!\\p{L})';

/** Choices of a user or an agent. */
export const DECISIONS: readonly FactRule[] = [
  {
    kind: 'decision',
    label: 'project',
    of: 'agent',
    opens: true,
    value: 'rest',
    pattern: said(`${DECISION}(?=${WE_DO}|${IT_IS}|${TO_DO})`),
  },
  { kind: 'decision', label: 'owner', opens: true, value: 'rest', pattern: said(`${DECISION}(?=${WE_DO})`) },
  {
    kind: 'decision',
    label: 'project',
    attribute: 'using {}',
    value: 'program',
    isQualified: true,
    pattern: said(`we(?:['’]ve|~have)?(?:~${NOW})?~(?:switched|migrated|moved)(?:~over)?~to~(?:using~)?${BARE_PROGRAM}${NOT_FOR_ONE}`),
  },
  TURNING("we(?:['’](?:re|ve)|~are|~have)?", 'project'),
  TURNING("I(?:['’](?:m|ve)|~am|~have)?", 'user'),
  {
    kind: 'decision',
    label: 'owner',
    of: 'both',
    attribute: '{attr}',
    value: 'phrase',
    saysChange: true,
    pattern: said(
      `${I_HAVE}~(?:switched|migrated|moved)~(?:our|the|my)~(?<attr>[\\p{L}\\p{N}-]+(?:~[\\p{L}\\p{N}-]+){0,3}?)(?:~from~(?<old>[^,;]{2,40}?))?~to~`,
    ),
  },
  {
    kind: 'decision',
    label: 'owner',
    attribute: '{attr}',
    value: 'name',
    isWhole: true,
    saysChange: true,
    pattern: said(
      `${I_HAVE}~changed~(?:our|the|my)~(?!mind(?!\\p{L}))(?<attr>[\\p{L}\\p{N}-]+(?:~[\\p{L}\\p{N}-]+){0,2}?)(?:~from~(?<old>[^,;]{2,40}?))?~to~`,
    ),
  },
  // A program that is chosen has a statement of its own, which a later change from it replaces.
  {
    kind: 'decision',
    label: 'project',
    of: 'both',
    attribute: 'using {}',
    value: 'program',
    isQualified: true,
    pattern: said(
      `we(?:['’]ve|~have)?(?:~${NOW})?~${DECIDED}~to~(?:use|go~with|adopt|stick~(?:with|to))~${BARE_PROGRAM}(?![^.;]*~(?:instead~of|over|rather~than)~)`,
    ),
  },
  {
    kind: 'decision',
    label: 'owner',
    of: 'both',
    value: 'rest',
    pattern: said(`${NOT_OF_WHICH}${I_HAVE}~${DECIDED}~(?:to|on${NO_DAY}|for|that|upon)~${NOT_BEFORE}`),
  },
  {
    kind: 'decision',
    label: 'owner',
    of: 'both',
    value: 'rest',
    isAgainst: true,
    pattern: said(`${NOT_OF_WHICH}${I_HAVE}~${DECIDED}~(?:against|not~to)~${NOT_BEFORE}`),
  },
  {
    kind: 'decision',
    label: 'owner',
    of: 'both',
    value: 'rest',
    pattern: said(
      `${NOT_OF_WHICH}${I_HAVE}~(?:chosen|chose|picked)~(?=\\p{L})(?!(?:on|to|for|at|in|by|from|because|before|after|when)\\b)${NOT_BEFORE}`,
    ),
  },
  {
    kind: 'decision',
    label: 'owner',
    value: 'rest',
    pattern: said(
      `(?:we(?:['’]ll|~will|~are~going~to|['’]re~going~to)~use|(?:I|we)(?:['’]ll|~will)~go~with|(?:I['’]m|we['’]re|we~are|I~am)~going~with)~${NOT_BEFORE}`,
    ),
  },
  {
    kind: 'decision',
    label: 'owner',
    value: 'phrase',
    isClause: true,
    pattern: said(
      `(?:I|we)~(?:now~use~(?=[^,.;]{2,40}?~instead~of~)|use~(?=[^,.;]{2,40}?~now~instead~of~|[^,.;]{2,40}?~instead~of~[^,.;]{2,40}?~now(?!\\p{L})))${NOT_BEFORE}`,
    ),
  },
];
