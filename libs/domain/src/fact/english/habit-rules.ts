import { MONTH } from '../absolute-dates.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { I_AM, NOW } from './english-words.ts';
import { VAGUE } from './life-rules.ts';

const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const ENDS = '\\s*(?:[.;!]|$)';
const CLAUSE_ENDS = '(?=\\s*(?:[.,;!]|$)|~(?:and|but|because|since|so)(?!\\p{L}))';
const DAY = `(?:(?:this~|next~)?${WEEKDAY}|tomorrow|tonight|(?:${MONTH})\\.?~\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?~(?:of~)?(?:${MONTH}))`;
const TIME = "(?:\\d{1,2}(?:[:.]\\d\\d)?~?(?:[ap]\\.?m\\.?|h|o[’']clock)?|noon|midday)";
const APPOINTMENT =
  '(?:dentist|doctor|gp|vet|physio(?:therapy)?|therapist|haircut|hairdresser|barber|optician|check-?up|interview|exam|flight|dinner|lunch|breakfast|brunch|coffee|drinks|call|meeting|appointment|(?:piano|guitar|violin|driving|swimming)~lesson)';
const PRACTITIONER =
  '(?:dentist|doctor|gp|vet|physio(?:therapist)?|therapist|optician|hairdresser|barber|dermatologist|gyna?ecologist|notary)';
const ENDS_IN_DOUBT = '[^.;!?]*~(?:if|unless|maybe|perhaps|or|every|each|usually|cancel\\p{L}*)(?!\\p{L})';
const AWAY =
  '(?:off|away|out~of~(?:the~)?office|out~sick|on~(?:vacation|holidays?|(?:parental~|maternity~|paternity~|sick~)?leave|a~business~trip))';
const OFTEN = `(?:every~(?:other~|single~)?(?:day|week|month|morning|evening|night|weekend|${WEEKDAY})|on~${WEEKDAY}s|(?:once|twice|(?:\\d+|two|three|four|five)~times)~(?:a|per|every)~(?:day|week|month))`;
/** The same day again and again, in front of what is done on it. */
const WEEKLY = `(?:on~(?:${WEEKDAY}s(?:~and~${WEEKDAY}s)?|(?:${WEEKDAY}~)(?:mornings|afternoons|evenings|nights)|weekends)|(?:every|each)~(?:other~|second~)?(?:${WEEKDAY}(?:~(?:morning|afternoon|evening|night))?|morning|evening|night|weekend))`;
const DOES_WEEKLY =
  "(?:go|play|have|do|train|swim|run|teach|volunteer|practi[sc]e|meet|attend|dance|sing|climb|cycle|row|box|jog|work|bake|cook|visit|take|pick~up|drop~off|study|clean|shop|ride|walk|host|paint|read|write|call|drive|garden|hike|help|fast|don[’']t~work|do~not~work)";
/** Words behind a habit with which it is over, wished or of another time. */
const NOT_SO_NOW =
  '(?![^.;!?]*~(?:any~?more|any~longer|until|till|for~now|used~to|if|unless|when~I~(?:was|were)|back~then|this~(?:week|month)|next~(?:week|month)|\\p{L}+ed~to)(?!\\p{L}))';
const CONDITION =
  "(?:(?:type~[12]~)?diabetes|asthma|coeliac(?:~disease)?|celiac(?:~disease)?|crohn[’']?s(?:~disease)?|epilepsy|arthritis|migraines|high~blood~pressure|hypertension|adhd|dyslexia|psoriasis|eczema|endometriosis|hay~fever|tinnitus|insomnia|sleep~apno?ea)";
const FOOD = '(?:meat|pork|beef|red~meat|poultry|chicken|fish|seafood|shellfish|dairy|eggs|gluten|nuts|peanuts|sugar|animal~products)';

/** Releases, which a team makes at times of its own. */
const RELEASES = `we~(?:${NOW}~)?(?:always~)?(?<attr>deploy|release|ship|publish)`;
const RHYTHM =
  '(?:(?:single|other|second|third)~)?(?:day|night|week|month|quarter|sprint)|(?:two|three|four|six|\\d{1,2})~(?:days|weeks|months)';

const OWN = { kind: 'personal', label: 'user' } as const satisfies Partial<FactRule>;

/** Reads when a team releases, what somebody has noted for a day, when he is away, what he does again and again, what he does not take, and what he has. */
export const HABITS: readonly FactRule[] = [
  ...[
    `~on~(?=${WEEKDAY}s${CLAUSE_ENDS})(?!${WEEKDAY}s~and~${WEEKDAY})`,
    `~(?=every~${WEEKDAY}${CLAUSE_ENDS})`,
    `~(?=every~(?:${RHYTHM})${CLAUSE_ENDS})`,
  ].map((times): FactRule => ({
    kind: 'value',
    label: 'project',
    isClause: true,
    attribute: '{attr} schedule',
    value: 'phrase',
    pattern: said(`${RELEASES}${times}`),
  })),
  {
    ...OWN,
    opens: true,
    isOnDay: true,
    value: 'clause',
    pattern: said(
      `(?=${APPOINTMENT}(?:~(?:appointment|check-?up))?(?:~with~(?:the~|my~|our~)?[\\p{L}'’.-]+(?:~(?-i:\\p{Lu})[\\p{L}'’-]+)?)?~(?:is~)?(?:on~)?${DAY}(?:,?~(?:at~)?${TIME})?${ENDS})`,
    ),
  },
  ...[
    `(?:I~have(?:~got)?|I['’]ve~got|I['’]m~(?:seeing|at)|I~(?:need|have)~to~be~at)~(?:the|my|an?)~${PRACTITIONER}(?:['’]s)?(?:~appointment)?~(?:on~)?${DAY}(?:,?~(?:at~)?${TIME})?(?=${ENDS}|,)`,
    `on~${DAY}(?:,?~(?:at~)?${TIME})?,?~(?:I~have|I['’]ve~got)~(?:the|my|an?)~(?:[\\p{L}-]+~){0,2}?(?:appointment|interview|exam|meeting|haircut|${PRACTITIONER})(?!\\p{L})(?!${ENDS_IN_DOUBT})[^,.;!?]*`,
  ].map((words): FactRule => ({ ...OWN, isWhole: true, isOnDay: true, needsBound: true, pattern: said(words) })),
  {
    ...OWN,
    isClause: true,
    needsDate: 'future',
    value: 'clause',
    pattern: said(
      `(?:I['’]m|I~am|I['’]ll~be|I~will~be)~(?=${AWAY}~(?:on|from|next|this|in|tomorrow|starting|between|for)(?!\\p{L})(?<!(?:off|away)~from(?=~(?:my|the|it|home|work|here|\\p{L}+ing)(?!\\p{L}))))(?!${AWAY}~on~${WEEKDAY}s)(?![^.;!]*~(?:if|unless|or|when|in~my~dreams?)(?!\\p{L}))`,
    ),
  },
  {
    ...OWN,
    isClause: true,
    value: 'clause',
    pattern: said(
      `I~(?:${NOW}~|usually~|always~)?(?=(?:go|play|have(?!~to(?!\\p{L}))|do|train|swim|run|teach|volunteer|practi[sc]e|meet|attend|dance|sing|climb|cycle|row|box|jog|drive|travel|commute|fly|visit|hike|bake)(?!\\p{L})(?:~${VAGUE}[^,.;!?:]{0,60}?)?~${OFTEN}${CLAUSE_ENDS})`,
    ),
  },
  {
    ...OWN,
    isClause: true,
    pattern: said(
      `${WEEKLY},?~I~(?:(?:usually|always|normally|still|also)~)?(?:${DOES_WEEKLY}(?!\\p{L})|['’]m~(?:off|away|out|at|in)(?!\\p{L}))${NOT_SO_NOW}[^,.;!?]*`,
    ),
  },
  ...[`eat~(?=(?:any~)?${FOOD}(?:~(?:or|and)~${FOOD})?`, 'drink~(?=(?:any~)?(?:alcohol|coffee|caffeine|milk)'].map((words): FactRule => ({
    ...OWN,
    isAgainst: true,
    value: 'phrase',
    isClause: true,
    pattern: said(`I~(?:don['’]t|do~not|never|can['’]t|cannot)~${words}(?:~any~?more)?(?:${ENDS}|~(?:and|but)~I(?!\\p{L})))`),
  })),
  {
    ...OWN,
    isWhole: true,
    value: 'phrase',
    pattern: said(`I${`(?:~${NOW})?`}~(?:have|suffer~from)~(?=${CONDITION}(?!~because~of)${CLAUSE_ENDS})`),
  },
  { ...OWN, isWhole: true, value: 'word', pattern: said(`${I_AM}~(?=pregnant${CLAUSE_ENDS})`) },
];
