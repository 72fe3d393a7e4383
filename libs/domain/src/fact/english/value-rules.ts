import { FROM_OLD, MONEY, OF_WHAT, OF_WHAT_BARE, said, type FactRule } from '../fact-rule.ts';
import { NUMBER_WORDS } from '../value-forms.ts';
import { I_AM, NOW } from './english-words.ts';

const CHANGED =
  'increased|raised|reduced|lowered|cut|extended|pushed|moved|rescheduled|changed|updated|bumped|upgraded|adjusted|improved|decreased|boosted|expanded|postponed|brought|shortened|doubled|revised|shifted|delayed|trimmed|grown|dropped|set';
const BECAME =
  'increased|decreased|improved|dropped|risen|rose|grown|grew|gone~up|gone~down|went~up|went~down|fallen|fell|climbed|jumped|changed|shifted|shrunk|reached|hit';
export const IS = "(?:is|are|['’]s|equals|stands~at|sits~at)";
export const PREPOSITION =
  '(?:set~(?:for|to|at)~|(?:scheduled|planned|booked|arranged|confirmed)~(?:for|on|at)~|due~(?:on|by)~|rated~(?:at~)?|back~(?:to|at|on)~|at~|on~|in~(?!\\S+~(?:second|minute|hour|day|week|month|year)s?(?!\\p{L})))?';
/** "I had to change our port to 9105". */
const HAD_TO =
  '(?:had~to|managed~to|was~able~to|were~able~to)~(?:increase|raise|reduce|lower|cut|extend|push|move|reschedule|change|update|bump|adjust|decrease|boost|expand|postpone|bring|shorten|revise|shift|delay|trim|set)';
const LATELY = '(?:~(?:now|just|recently|already|also|finally|since|further))?';
/** "The deadline moved": what it is now stands behind it. */
const HAS_CHANGED = `(?:~(?:has|have|was|were|has~been|have~been|got))?${LATELY}~(?:moved|changed|slipped|shifted|rescheduled|postponed|pushed~back|delayed|increased|decreased|raised|lowered|reduced)`;
/** Dates that somebody decides on are so as soon as it is decided. */
const TO_MOVE = '(?:push(?:~back)?|postpone|move|delay|reschedule|shift|bring~forward)';
const COUNT = '(?=\\d|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b)';
/** The place where a server runs, which stands before the name of what it has. */
const ENVIRONMENT = '(?:staging|production|prod|dev|test|ci|qa)';
/** Persons, firms and offices: a proposal changes nothing, whatever it raises. */
const WHO =
  'team|office|board|manager|company|firm|bank|department|boss|director|landlord|landlady|client|customer|council|committee|owner|lead|c[etfop]o|vendor|provider|supplier|insurer|insurance|school|university|college|city|state|government|court|employer|agency|cooperative|co-op|union|club|gym|airline|hotel|hospital|clinic|doctor|dentist|surgeon|physician|specialist|\\p{L}+ologist|physio|nurse|vet|therapist|coach|trainer|teacher|professor|tutor|wife|husband|partner|mom|mum|mother|dad|father|parents?|son|daughter|brother|sister|room-?mate|flat-?mate|friend|colleague|co-?worker|accountant|lawyer|admin|engineers?|devs?|developers?|maintainers?|sponsors?|publisher|caterer|contractor|builder|planner';
/** Those who change a thing of ours: departments, roles and persons in the third person. */
const OTHERS = `(?:they|he|she|(?:finance|marketing|sales|management|legal|hr|support|engineering|ops|security|accounting|procurement|it|mom|mum|dad|doctor)|(?:the|my|our)~(?:[\\p{L}-]+~)?(?:${WHO}))(?:~(?:has|have))?(?:~(?:now|just|already|also|finally))?`;
/** Those who change the budget and the days of a project by their word. */
const OF_THE_WORK = `(?:the|our)~(?:client|customer|boss|manager|team|management|board|sponsor|steering~committee|(?:product|project)~(?:owner|manager)|investors?)(?:~(?:has|have))?(?:~(?:now|just|already|also|finally))?`;
/**
 * A sentence may say a former value first, and the present one behind it: "the limit was 3, I raised it to 5", "the port
 * used to be 80 but now it's 90".
 */
export const WAS = `~(?:was|were|used~to~be|had~been)~(?:previously~|originally~|initially~)?(?:set~to~|at~|on~)?(?<old>[^,;()]{1,40}?)`;
export const NOW_IS = `,?~(?:and~|but~|so~)?(?:then~)?(?:(?:now|these~days|nowadays|today)~(?:it['’]?s|it~is)~(?:at~|on~)?|(?:it['’]s|it~is|is|are)~(?:now|currently)~(?:at~|on~)?|(?:I|we)(?:['’]ve|~have)?${LATELY}~(?:${CHANGED})~(?:it|that|this|them)~(?:up~|down~|back~)?to~)`;
/**
 * A sentence may first deny a value, or end it, and give the right one behind it: "is not June 5 but June 9", "isn't 80
 * any more, it's 90".
 */
const NOT_BUT =
  "(?:(?:is|are)(?:n['’]t|~not|~no~longer))~(?:at~|on~)?(?<old>[^,;()]{1,40}?)(?:~any~?(?:more|longer))?(?:,?~but(?:~rather)?~|,~(?:it['’]s|it~is)(?:~now)?~)(?:at~|on~)?";
/** The denied value may stand behind the right one: "is June 9, not June 5". */
const NOT_BEHIND =
  '(?=[^,;.()]{1,30},?~(?:and~)?not~(?:at~|on~)?(?=[^,;.()]{0,30}(?:\\d|day))(?<old>[^,;.()]{1,30}?)(?:~any~?more)?\\s*(?:[,;!]|\\.(?!\\d)|$))';
/** A value that is over without another one: "is no longer 80", "isn't 80 any more". "Not 80 yet" ends nothing. */
const NO_LONGER = `(?!(?:[^\\s,;]+~){1,4}(?:just|only|merely|solely|always|necessarily|quite|exactly)(?!\\p{L}))(?:(?:is|are)~no~longer~${PREPOSITION}|(?:is|are)(?:n['’]t|~not)~${PREPOSITION}(?=[^,;]{1,40}?~any~?(?:more|longer)\\s*(?:[.!;]|$)))`;
const AND_ENDS = '(?=(?:~any~?(?:more|longer))?\\s*(?:[.!;]|$))';
/** Troubles and thoughts that are over: they were no values. */
const TROUBLE =
  '(?:[\\p{L}-]+~){0,3}?(?:problem|issue|bug|error|conflict|choice|option|question|reason|excuse|idea|clue|doubt|need|concern|worry|chance|opinion|objection|crush|headache|fever|cold)s?';
/** "We no longer have a staging URL": nothing behind it says where alone. */
const WE_HAVE_NO = `(?<det>I|we)~(?:no~longer~have|(?:do~not|don['’]t)~have(?=[^,;.]{2,60}~any~?(?:more|longer)\\s*(?:[.!;]|$)))~(?:an?|any|our|the|my)~(?!${TROUBLE}(?:${AND_ENDS}|~(?:with|about|of|in|on|for|to|that|regarding)(?!\\p{L})))`;
/** A note may tell of a change without naming who made it. */
const NOTED =
  '(?:just~|finally~|also~)?(?:increased|raised|reduced|lowered|extended|pushed|moved|rescheduled|changed|updated|bumped|upgraded|adjusted|decreased|postponed|shortened|doubled|shifted|trimmed)';
/** Parts of code of which there are many, so that "the function" names none. */
const HAS_MANY =
  '(?:function|method|class|variable|field|column|file|test|component|hook|module|script|argument|event|route|endpoint|table|type|interface|property|key|flag|option|command|parameter)';
/** Matches things that somebody has for the moment: questions and minutes, not children. */
const NOT_FOR_NOW =
  '(?!\\S+~(?:[\\p{L}-]+~)?(?:questions?|options?|things?|ideas?|problems?|issues?|errors?|points?|choices?|requests?|concerns?|thoughts?|feet|(?:second|minute|hour|day|week|month|year)s?)(?!\\p{L}))';
/** Meals, bed and parts of the day, before which somebody takes what he takes daily. */
const DAILY =
  '(?:(?:my|the|every|each|any|all|going~to|(?:my~)?first)~)?(?:breakfast|lunch|dinner|supper|meals?|food|eating|coffee|bed(?:time)?|sleep(?:ing)?|noon|midday|midnight|morning|evening|night|work)(?!\\p{L})(?=\\s*(?:[^\\s\\p{L}]|$)|~(?:and|or|but|so|because|since|for|in|at|on|with|to|as|every|each|daily|now|too|these)(?!\\p{L}))';
const NOUN = "[\\p{L}\\p{N}][\\p{L}\\p{N}’'-]*";
/** Things that have one value at a time, which "a" may stand before. */
const SINGLE = 'deadline|due~date|budget|goal|target|limit|salary|rent';

/** "To", behind the day that is left. */
const FROM_OR_TO = `(?:${FROM_OLD}|~(?:back~|forward~)?to~)`;

/** Values that a thing has; words behind them may say of what it is. */
export const VALUE = {
  kind: 'value',
  label: 'owner',
  isQualified: true,
  attribute: '{attr}',
  value: 'exact',
} as const satisfies Partial<FactRule>;
/** A change of what a thing has. */
export const CHANGE = { ...VALUE, saysChange: true } as const satisfies Partial<FactRule>;

/** Values of things: ports, deadlines, budgets, versions, measures. */
export const VALUES: readonly FactRule[] = [
  {
    ...CHANGE,
    pattern: said(`(?:I|we)(?:['’]ve|~have)?${LATELY}~(?:${CHANGED}|${HAD_TO})~${OF_WHAT_BARE}(?:${FROM_OLD}|~(?:up~|down~|back~)?to~)`),
  },
  {
    ...CHANGE,
    pattern: said(`${OF_WHAT}${HAS_CHANGED}\\s*[:,–—-]\\s*(?:(?:and|so)~)?(?:it['’]?s|it~is)(?:~${NOW})?~${PREPOSITION}`),
  },
  {
    ...CHANGE,
    pattern: said(`${OF_WHAT}${WAS}${NOW_IS}`),
  },
  {
    ...CHANGE,
    value: 'day',
    pattern: said(`(?:I|we)(?:['’]ve|~have)?${LATELY}~decided~to~${TO_MOVE}~${OF_WHAT}(?:~back)?(?:${FROM_OLD}|~to~)`),
  },
  {
    ...CHANGE,
    pattern: said(`${OF_WHAT}~${NOT_BUT}`),
  },
  {
    ...CHANGE,
    pattern: said(`${OF_WHAT}~${IS}(?:~${NOW})?~${PREPOSITION}${NOT_BEHIND}`),
  },
  {
    kind: 'value',
    label: 'owner',
    isWhole: true,
    attribute: '{attr}',
    value: 'exact',
    ends: true,
    pattern: said(`${OF_WHAT}~${NO_LONGER}`),
  },
  {
    kind: 'value',
    label: 'owner',
    isWhole: true,
    attribute: '{attr}',
    ends: true,
    pattern: said(`${WE_HAVE_NO}(?<attr>(?:${NOUN}~){0,3}?(?!(?:url|link)s?${AND_ENDS})${NOUN})${AND_ENDS}`),
  },
  {
    ...CHANGE,
    opens: true,
    pattern: said(`${NOTED}~${OF_WHAT}(?:${FROM_OLD}|~(?:up~|down~|back~)?to~)`),
  },
  {
    kind: 'value',
    label: 'owner',
    attribute: '{attr} name',
    value: 'exact',
    pattern: said(`${OF_WHAT}(?<!${HAS_MANY})~is(?:~${NOW})?~(?:called|named)~(?=[\\p{L}\x60"“])`),
  },
  {
    kind: 'quantity',
    label: 'user',
    attribute: '{attr} dose',
    value: 'exact',
    pattern: said(
      `(?:I(?:~${NOW})?~take|${I_AM}~on)~(?=\\d[\\d.,]*\\s?(?:mg|mcg|µg|g|ml|iu|units)~(?:of~)?(?<attr>(?!of(?!\\p{L}))\\p{L}[\\p{L}-]+)(?![\\p{L}-])(?!~(?:when|if|as~needed|before(?!~${DAILY})|on~\\p{L}+days?|and~\\d)(?!\\p{L})))`,
    ),
  },
  {
    ...CHANGE,
    pattern: said(`${OTHERS}~(?:${CHANGED})~(?=(?:my|our)~)${OF_WHAT}(?:${FROM_OLD}|~(?:up~|down~|back~)?to~)`),
  },
  {
    ...CHANGE,
    label: 'project',
    isWhole: true,
    pattern: said(
      `${OF_THE_WORK}~(?:${CHANGED})~(?<det>the)~(?<attr>(?:${NOUN}~){0,2}?(?:budget|deadline|due~date|launch|release|go-live|demo|rollout|delivery~date|launch~date))(?:${FROM_OLD}|~(?:up~|down~|back~)?to~)`,
    ),
  },
  {
    kind: 'quantity',
    label: 'owner',
    isQualified: true,
    attribute: '{attr} {noun}',
    value: 'exact',
    saysChange: true,
    pattern: said(
      `(?:I|we)(?:['’]ve|~have)?${LATELY}~(?:scaled|grown|shrunk)~${OF_WHAT}(?:${FROM_OLD}|~(?:up~|down~|back~)?to~)(?=\\d+~\\p{L})`,
    ),
  },
  {
    kind: 'quantity',
    label: 'project',
    isQualified: true,
    attribute: '{attr} {noun}',
    value: 'exact',
    pattern: said(
      `the~(?<attr>(?:[\\p{L}\\p{N}-]+~){0,2}(?:cluster|queue|pool|fleet|index|topic|database|deployment|group|team))(?:~now)?~has(?:~now)?~${COUNT}`,
    ),
  },
  {
    ...CHANGE,
    pattern: said(`${OF_WHAT}(?:,?~which)?(?:~has|~have|['’]s)?${LATELY}~(?:${BECAME})(?:${FROM_OLD}|~to~|(?<=reached|hit)~)`),
  },
  {
    ...CHANGE,
    pattern: said(
      `${OF_WHAT}(?:,?~which)?(?:~(?:is|was|are|were|has~been|have~been|got|being|is~being|(?:has|have)(?=~(?:moved|slipped))))?${LATELY}~(?:moved|pushed(?:~back)?|postponed|rescheduled|extended|changed|increased|raised|reduced|lowered|updated|delayed|shifted|slipped|brought~forward|upgraded|bumped|revised|cut)(?:${FROM_OLD}|~to~|~until~)`,
    ),
  },
  { ...CHANGE, value: 'day', isWhole: true, pattern: said(`${OF_WHAT}~(?:now~)?(?:moves|shifts|slips|(?:is|are)~moving)${FROM_OR_TO}`) },
  {
    ...VALUE,
    pattern: said(`${OF_WHAT}~${IS}(?:~${NOW})?~${PREPOSITION}`),
  },
  // An announced change counts from its day.
  {
    kind: 'value',
    label: 'owner',
    attribute: '{attr}',
    value: 'exact',
    saysChange: true,
    needsBound: true,
    pattern: said(
      `(?=(?:my|our|the)~[^.;!?]{1,80}?~to~(?:[$€£¥₹₽]|\\d))${OF_WHAT}~(?:(?:goes|will~go|is~going)~(?:up|down)|(?:will~)?(?:rises?|increases?|drops?|falls?)|changes|will~change)~to~(?=[^.;!?]{1,40}~(?:in|from|on|as~of|starting)~)${MONEY}`,
    ),
  },
  {
    ...VALUE,
    isPresupposed: true,
    pattern: said(`${OF_WHAT},?~which~${IS}(?:~${NOW})?~${PREPOSITION}`),
  },
  {
    ...VALUE,
    isPresupposed: true,
    pattern: said(`${OF_WHAT}~scheduled~(?:for|on)~`),
  },
  {
    ...VALUE,
    isPresupposed: true,
    value: 'measure',
    pattern: said(`(?<det>my|our)~(?<attr>(?:[\\p{L}\\p{N}'’./-]+\\s+){0,5}?[\\p{L}\\p{N}'’./-]+)~of~(?=[$€£¥]?\\d)`),
  },
  {
    ...VALUE,
    isPresupposed: true,
    value: 'measure',
    pattern: said(`(?<det>an?|the)~(?<attr>(?:[\\p{L}-]+\\s+){0,3}?(?:${SINGLE}))~of~`),
  },
  {
    ...VALUE,
    isPresupposed: true,
    attribute: '{noun}',
    value: 'front',
    pattern: said(
      '(?<det>my|our)~(?:(?<new>new|updated|revised|current)~)?(?=[$€£]?\\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}*~\\d)',
    ),
  },
  { kind: 'value', label: 'owner', opens: true, attribute: '{attr}', value: 'exact', pattern: said(`${OF_WHAT}\\s*(?:=\\s*|:\\s+)`) },
  {
    kind: 'quantity',
    label: 'owner',
    isQualified: true,
    isPresupposed: true,
    attribute: '{attr} {noun}',
    value: 'exact',
    pattern: said(
      `(?<det>my|our)~(?<attr>(?:[\\p{L}\\p{N}'’./-]+\\s+){0,5}?[\\p{L}\\p{N}'’./-]+)(?:,?~which)?(?:~${NOW})?~(?:has|have|contains|includes)(?:~${NOW})?~${COUNT}`,
    ),
  },
  {
    kind: 'quantity',
    label: 'owner',
    isQualified: true,
    attribute: 'number of {noun}',
    value: 'exact',
    pattern: said(`(?:I|we)(?:~${NOW})?(?:~have|~own|['’]ve~got)(?:~${NOW})?~(?:a~total~of~)?${COUNT}${NOT_FOR_NOW}`),
  },
  ...(['exact', 'word'] as const).map((value): FactRule => ({
    kind: 'quantity',
    label: 'user',
    isWhole: true,
    attribute: 'team size',
    value,
    pattern: said(`we(?:['’]re|~are)(?:~${NOW})?~a~team~of~(?=(?:${value === 'exact' ? '\\d{1,3}' : NUMBER_WORDS})(?![\\p{L}\\d]))`),
  })),
  {
    ...VALUE,
    label: 'project',
    attribute: '{attr} version',
    pattern: said(
      "(?:(?:I|we)(?:[’']m|[’']re|~am|~are)?~(?:now~|currently~)?(?:using|use|on|running|run))~(?<attr>\\p{L}[\\p{L}\\p{N}.#+-]*(?:~\\p{L}[\\p{L}\\p{N}.#+-]*)?)~(?:version~)?(?=v?\\d+(?:\\.\\d+)+)",
    ),
  },
  {
    ...VALUE,
    label: 'project',
    attribute: '{attr} port',
    // Words behind the number may say which of several ports it is.
    pattern: said(
      `${OF_WHAT_BARE}(?:~${NOW})?~(?:(?:listens|runs|is~listening|is~running)(?:~${NOW})?~on~port|(?:listens|is~listening)(?:~${NOW})?~on(?=~\\d{2,5}(?!\\d)))~(?=\\d+(?:~(?:in|on)~${ENVIRONMENT})?(?:~(?:now|instead))?(?:[,;.!](?!\\d)|$|~(?:since|because|so|but)(?!\\p{L})))`,
    ),
  },
  {
    kind: 'quantity',
    label: 'user',
    isQualified: true,
    attribute: '{done} {noun}',
    value: 'exact',
    saysChange: true,
    pattern: said(
      `(?:I|we)(?:['’]ve|~have)~now~(?<done>completed|finished|read|written|solved|gathered|collected|saved|spent|earned|visited|submitted|recorded|applied~to|raised)~(?:a~total~of~)?${COUNT.replace('\\d', '[$€£]?\\d')}`,
    ),
  },
  {
    kind: 'value',
    label: 'owner',
    attribute: '{attr}',
    value: 'name',
    saysChange: true,
    isAnother: true,
    pattern: said(
      `(?<det>my|our)~(?<attr>(?:[\\p{L}\\p{N}'’./-]+\\s+){0,3}?[\\p{L}\\p{N}'’./-]+)~(?:is|are)~(?:now|currently)~(?:called~|on~|at~|with~)?`,
    ),
  },
  {
    kind: 'value',
    label: 'project',
    opens: true,
    attribute: '{attr}',
    value: 'code',
    pattern: said(
      `(?<attr>(?:[\\p{L}\\p{N}'’./-]+\\s+){0,3}?[\\p{L}\\p{N}'’./-]+)~(?:(?:is|are)(?:~(?:now|actually))?~|(?:should~be|becomes?)~)`,
    ),
  },
];

/** Places where something is found. */
export const REFERENCES: readonly FactRule[] = [
  {
    kind: 'value',
    label: 'reference',
    isWhole: true,
    attribute: '{attr}',
    ends: true,
    pattern: said(`${WE_HAVE_NO}(?<attr>(?:${NOUN}~){0,3}?(?:url|link)s?)${AND_ENDS}`),
  },
  {
    kind: 'value',
    label: 'reference',
    attribute: '{attr}',
    value: 'exact',
    pattern: said(`${OF_WHAT}~(?:is|are|lives?|can~be~found|is~located)(?:~${NOW})?~(?:at|in|on|under)?\\s*(?=https?://)`),
  },
];
