import { MONTH } from './absolute-dates.ts';
import { OF_WHAT, said, type FactRule } from './fact-rule.ts';

const END = '(?=(?:~(?:19|20)\\d\\d)?\\s*(?:[.;!](?!\\S)|$|,~|~(?:now|instead|and|but|because|since|so)(?!\\p{L})))';
const PART = '(?:(?:early|mid|late|the~(?:start|beginning|middle|end)~of)[~-])?';
/** Events that begin or take place in a month, by their last word: of anything else a month may be the name or the contents. */
const EVENT =
  '(?:launch|release|go-live|kick-?off|deadline|freeze|review|audit|pilot|rollout|cutover|migration|demo|phase|sprint|milestone|beta|conference|workshop|off-?site|hackathon|trip|holidays?|vacation|wedding|exams?|surgery|operation|move|party|birthday|marathon|race|concert|festival|graduation|due~date|election|inspection|interview|training|course|semester|season)(?:~date)?';
const NOW = '(?:~(?:now|currently|still|actually))?';
const DUE = `(?:(?:scheduled|planned|due|set|expected)~(?:for|in)|in)~${PART}(?=(?:${MONTH})${END})`;
const MOVED =
  '(?:~(?:was|is|got|has|has~been|have~been))?~(?:moved|pushed(?:~back)?|postponed|rescheduled|delayed|shifted|slipped|brought~forward)(?:~from~(?<old>[^,;()]{1,40}?))?~to~';

const VALUE = { kind: 'value', label: 'owner', attribute: '{attr}', value: 'month' } as const satisfies Partial<FactRule>;
const THING = '(?<attr>[\\p{L}\\p{N}][\\p{L}\\p{N}-]*(?:~[\\p{L}\\p{N}][\\p{L}\\p{N}-]*){0,2}?)';

/** Reads what is due in a month, of which the sentence names no day, in English, German and Spanish. */
export const MONTHS_DUE: readonly FactRule[] = [
  { ...VALUE, saysChange: true, pattern: said(`${OF_WHAT}(?<=${EVENT.replaceAll('~', '\\s')})${MOVED}${PART}(?=(?:${MONTH})${END})`) },
  { ...VALUE, pattern: said(`${OF_WHAT}(?<=${EVENT.replaceAll('~', '\\s')})~is${NOW}~${DUE}`) },
  {
    ...VALUE,
    isWhole: true,
    onlyWith: said('im|ist'),
    pattern: said(`(?<det>mein(?:e|er)?|unser(?:e|er)?|der|die|das)~${THING}~ist~(?:jetzt~)?im~(?=(?:${MONTH})${END})`),
  },
  {
    ...VALUE,
    isWhole: true,
    onlyWith: said('en'),
    pattern: said(`(?<det>mi|nuestr[oa]|el|la)~${THING}~(?:ahora~)?(?:es|será)~(?:ahora~)?en~(?=(?:${MONTH})${END})`),
  },
];
