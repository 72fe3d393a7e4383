import { MONTH } from '../absolute-dates.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { NO_ALLERGEN } from '../no-allergen.ts';
import { NO_PERSON } from '../no-person.ts';
import { NO_HOME, NO_PLACE } from '../no-place.ts';
import { NO_FICTION } from './job-rules.ts';
import { I_AM, I_HAVE, NOW } from './english-words.ts';

const RELATIVE =
  'wife|husband|spouse|partner|girlfriend|boyfriend|fianc[ée]e?|mother|mom|mum|father|dad|son|daughter|sister|brother|dog|cat|puppy|kitten|boss|manager|advisor|supervisor|doctor|therapist|lawyer|attorney';

/** Words behind "I work as a" that are no occupation: "as a rule", "as a team". */
const NO_OCCUPATION =
  '(?!(?:(?:general~)?rule(?!~(?:engine|maker|writer|designer|developer|analyst))|(?:result|consequence|matter|means|way|favou?r|hobby|team|group|couple|pair|unit|whole)(?=\\s*(?:[^\\s\\p{L}-]|$)|~(?:of|in|on|at|with|from|for|to|by|and|but|so|now)(?!\\p{L})))(?!\\p{L}))';

/** Words before a person who is so no more. */
const NO_MORE = '(?<!(?:broke~up~with|split~up~(?:with|from)|split~from|divorced|left|lost|dumped|buried)~)';

/** Posts that one person holds at a time. */
const ROLE =
  '(?:manager|boss|c[etfop]o|(?:project|product|team|tech|engineering|account|store|line|general)~(?:lead|manager|owner)|(?:team|tech|project)-?lead|head~of~\\p{L}+|managing~director|maintainer|landlord|landlady|accountant|scrum~master|on-call~engineer)';

/** Words of a sentence about a home: at work "we moved to" is said of more programs than a list could name. */
const TO_LIVE =
  "(?=we[’'\\s])(?=[^.]{0,200}(?<!\\p{L})(?:house|flat|apartment|boxes|unpack\\p{L}*|town|village|suburbs?|neighbou?rhood|landlord|commute|for~love|with~(?:my|our|the)~(?:whole~)?(?:family|wife|husband|partner|kids?|children|parents|baby|dogs?|cats?))(?!\\p{L}))";
const MOVED = `(?:${I_HAVE}~relocated|(?!we)${I_HAVE}~moved|${TO_LIVE}${I_HAVE}~moved)(?:~back|~over)?`;
/** Words of what firms and programs move; a place that "we moved to" is then none that anybody lives in. */
const OF_A_FIRM =
  '(?<!\\p{L})(?:regions?|zones?|offices?|hosting|hosted|servers?|latency|faster|slower|clusters?|clouds?|data~?cent(?:er|re)s?|headquarters|hq|company|firm|start-?up|teams?|staff|deploy\\p{L}*|instances?|providers?|workloads?|production|infra\\p{L}*|backend|websites?|sites?|apps?|apis?|branch(?:es)?|conference|workshop|meeting|hotel|hostel|trip|tour|holidays?|vacation)(?!\\p{L})';
/** Names of places that are programs', too. */
const ALSO_A_PROGRAM = '(?:jakarta|lima|phoenix)(?!\\p{L})';
const SEASON = '(?:spring|summer|autumn|fall|winter)';
/** Behind a place that a family moved to: when it was, with whom, and the end of the clause. */
const WHEN_WITH_WHOM = `(?:~(?:recently|now|(?:last|this)~(?:week|weekend|month|year|${SEASON}|${MONTH})|earlier~this~(?:month|year|${SEASON})|in~(?:the~)?(?:early~|late~)?(?:${SEASON}|${MONTH}|(?:19|20)\\d\\d)(?:~(?:19|20)\\d\\d)?|(?:an?|one|two|three|four|five|six|a~few|a~couple~of|\\d+)~(?:days?|weeks?|months?|years?)~ago))?(?:~with~(?:my|our|the)~(?:whole~)?(?:family|wife|husband|partner|boyfriend|girlfriend|kids?|children|parents|baby|dogs?|cats?|son|daughter))?(?=\\s*(?:[.;!](?!\\S)|,~|$)|~(?:and|because|so)(?!\\p{L}))`;
/** "We moved to Porto", with nothing that says who else than a family moved there. */
const WE_MOVED = `(?<!${OF_A_FIRM}[^.]{0,200})(?=we)${I_HAVE}~moved~to~(?![^.]*?${OF_A_FIRM})(?!${ALSO_A_PROGRAM})(?=(?-i:\\p{Lu})[\\p{L}\\p{M}.’'-]*(?:,?~(?-i:\\p{Lu})[\\p{L}\\p{M}.’'-]*){0,3}${WHEN_WITH_WHOM})`;
const A_PLACE = `(?:the~)?(?!${NO_PLACE}|\\p{L}+~\\d)`;
/** Somebody who lives in Excel is at home elsewhere. */
const NOT_IN_A_PROGRAM = `(?!${NO_HOME}|\\p{L}+~\\d)(?!${NO_PLACE}(?:~(?:all|most|these|every|half|for|now|currently|today|lately)(?!\\p{L})|\\s*(?:[,.;!]|$)))`;
/** A person may say more of himself behind "and" without naming himself again: "I live in Oslo and work at Acme". */
const AND_I = (verb: string, first: string): string =>
  `(?=${verb}~)(?<=(?<![\\p{L}'’])I(?:~(?:${NOW}~)?(?:${first})|['’]m|~am)~(?:(?!(?:who|that|which|she|he|they|you|we|people)(?!\\p{L}))[^\\s.,;:!?]+~){1,8}and~(?:${NOW}~)?)${verb}`;
/** The home before, behind the new one. */
const FROM_BEHIND =
  '[^,;.]{2,40}?~from~(?<old>\\p{Lu}[^,;.]{1,30}?)(?:~(?:in|on|at|last|this|for|because|with|and|a|two)(?!\\p{L})|\\s*[,;.!]|$)';

const INTRODUCTION = { kind: 'personal', label: 'user', attribute: 'name', opens: true, introduces: true, value: 'person' } as const;

/** Names what somebody is intolerant of. */
const INTOLERABLE = '(?:lactose|gluten|histamine|fructose)';
/** How much somebody is allergic or intolerant. */
const DEGREE =
  '(?:(?:severely|deathly|highly|very|extremely|mildly|slightly|terribly|badly|seriously|violently|super|quite|somewhat|a~(?:bit|little))~)?';
/** So since when, and not until when or for how long. */
const I_HAVE_BEEN = "I(?:['’]ve|~have)~(?:always~)?been(?![^.,;!?]*~(?:for|until|till)(?!\\p{L}))";

const LANGUAGE =
  '(?:(?:some|fluent|native|good|basic|decent|a~little|a~bit~of)~)?(?-i:\\p{Lu})\\p{L}{2,}(?:ish|ese|ian|[csz]h|ic|ean|man|aans|li|du|di|lish|an|ew|ek|ai|ili)(?!\\p{L})';
/** Several of them, to the end of the sentence. */
const LANGUAGES = `${LANGUAGE}(?:(?:,~(?:and~)?|~and~|~&~)${LANGUAGE})+`;
const ALLERGY = { kind: 'personal', label: 'user', attribute: 'allergy to {}', value: 'phrase' } as const;

/** A home that somebody moved to. */
const NEW_HOME = {
  kind: 'personal',
  label: 'user',
  attribute: 'home',
  saysChange: true,
  isPlace: true,
  value: 'name',
} as const satisfies Partial<FactRule>;

/** Statements of people about themselves. */
export const PERSONAL: readonly FactRule[] = [
  { kind: 'personal', label: 'user', attribute: 'name', value: 'name', pattern: said("(?:my~name(?:~is|['’]s)|I['’]m~called)~") },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'name',
    value: 'person',
    pattern: said(
      '(?:(?:(?:just|simply|you~(?:can|may|could)(?:~(?:just|also))?|feel~free~to)~(?=call~me~[^\\s!]+\\s*(?:[.,;]|$)))?call~me|I~go~by)~(?!\\p{L}+day(?!\\p{L}))',
    ),
  },
  {
    ...INTRODUCTION,
    pattern: said(
      "(?:hi|hello|hey|(?:good~)?(?:morning|afternoon|evening)|good~day)(?:~(?:there|all|everyone|everybody|team|folks))?\\s*[,.!–-]*\\s*(?:I['’]m|I~am)~",
    ),
  },
  {
    ...INTRODUCTION,
    // Without a greeting the words behind the name must go on as an introduction does, or end.
    pattern: said(
      "(?:I['’]m|I~am)~(?=[^.,;!?–—]{2,40}?(?:\\s*(?:[.;–—]|$)|,?~(?:and~)?(?:I|we|my|who|from)(?!\\p{L})|,~(?:an?|the|your|owner|founder|\\d+)(?!\\p{L})))",
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'age',
    value: 'exact',
    pattern: said(
      `${I_AM}~(?:(?:turning~)?(?=\\d{1,3}(?:~years~old(?!\\p{L})|-year-old(?!\\p{L})|~and~(?!(?:a|one)~half)|~now(?=\\s*(?:[,.]|$))|\\s*[,.](?!\\d)|$)))`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'home',
    value: 'name',
    pattern: said(
      `(?:I~(?:(?:${NOW}~)?live|reside)|${I_AM}~(?:living|based)|${AND_I('live', 'work|study|teach')})(?:~${NOW})?(?:~with~(?:my|our)~[\\p{L}-]+(?:~and~(?:my~|our~)?[\\p{L}-]+)?)?~(?:in|at)~(?:the~)?${NOT_IN_A_PROGRAM}`,
    ),
  },
  { ...NEW_HOME, pattern: said(`${MOVED}~to~(?=${FROM_BEHIND})${A_PLACE}`) },
  { ...NEW_HOME, pattern: said(`${MOVED}(?:~from~(?<old>[^,;.]{2,30}?))?~to~${A_PLACE}`) },
  { ...NEW_HOME, pattern: said(`${WE_MOVED}${A_PLACE}`) },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'home',
    ends: true,
    value: 'name',
    pattern: said(`I~(?:no~longer~live|don['’]t~live)~in~(?=[^,.;]{2,40}(?:anymore|any~more)|(?<=no~longer~live~in~))`),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'origin',
    value: 'name',
    pattern: said(`(?:I~was~born~in|${I_AM}~originally~from|I~grew~up~in)~(?:the~)?`),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'employer',
    value: 'employer',
    pattern: said(
      `(?:I~(?:${NOW}~)?work|${I_AM}~working|${I_AM}~employed|${AND_I('work', 'live|study|moved|teach')})(?:~${NOW})?~(?:at|for|(?<=employed~)by)~(?:the~)?`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'employer',
    saysChange: true,
    value: 'employer',
    pattern: said(
      `(?:${I_HAVE}~|(?<=^\\s*))(?:started~(?:working|a~new~job|my~new~job)|got~a~(?:new~)?job|accepted~a~(?:new~)?job)~(?:at|with|for)~(?:the~)?`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'employer',
    ends: true,
    value: 'employer',
    pattern: said(
      `(?:I~no~longer~work|I~(?:don['’]t|do~not)~work(?=~(?:at|for)~[^,.;]{2,40}~any~?(?:more|longer)(?!\\p{L}))|I['’]ve~stopped~working|I~stopped~working|I~quit~(?:my~job|working)|${I_HAVE}~left~my~job)~(?:at|for|with)~(?:the~)?`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'occupation',
    value: 'phrase',
    pattern: said(`I~(?:(?:now|currently)~)?work~as~an?~${NO_OCCUPATION}${NO_FICTION}`),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'role',
    value: 'clause',
    pattern: said(
      `${I_AM}~the~(?:new~)?(?=(?:[\\p{L}-]+~){0,2}${ROLE}(?!\\p{L}))(?!(?:first|last|only|next|best|worst|same|one)(?!\\p{L}))`,
    ),
  },
  {
    kind: 'personal',
    label: 'owner',
    attribute: '{attr}',
    value: 'name',
    isPersonName: true,
    pattern: said(
      `(?<det>my|our)~(?<attr>(?:[\\p{L}-]+~){0,2}?${ROLE})~is(?:~(?:now|currently|called|named))*~(?:(?:mrs?|ms|dr|prof)\\.?~)?(?!(?:${NO_PERSON})(?!\\p{L}))`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'phrase',
    pattern: said(
      `${I_AM}~an?~(?=(?:[\\p{L}\\p{N}-]+~){0,3}[\\p{L}-]*(?:\\p{L}{2}(?:ers?|ors?|ists?|ians?|eers?)|accountant|consultant|assistant|student|nurse|chef|teacher|mom|dad|parent|freelancer|attorney|architect)(?:~(?:at|in|from|for|with|on|based)~|\\s*[,.!]|$|~and~|~who~))(?!(?:bit|lot|huge|big|great|better|little|fan)\\b)`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'marital status',
    value: 'word',
    pattern: said(
      `${I_AM}~(?:happily~)?(?=(?:married(?!~to~(?:my|the)~(?:job|work|career|code|game|sea|idea))|divorced|widowed|single|engaged(?!~(?:with|and|in)(?!\\p{L})))(?:~(?:to|now)(?!\\p{L})|\\s*[,.!]|$|~and~|~with~))`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'marital status',
    value: 'clause',
    pattern: said(`${I_AM}~(?=not~married(?:~(?:yet|any~?more|now))?\\s*(?:[.!]|$))`),
  },
  {
    kind: 'personal',
    label: 'user',
    isAgainst: true,
    isWhole: true,
    value: 'phrase',
    pattern: said(
      "I~(?:have~no|(?:don[’']t|do~not)~have~(?:any~|a~)?)~?(?=(?:children|kids|siblings|brothers|sisters|brothers~or~sisters|pets|allergies|food~allergies|driver[’']s~licen[cs]e|driving~licen[cs]e|car)\\s*(?:[.!]|$))",
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'marital status',
    saysChange: true,
    value: 'word',
    pattern: said(`${I_HAVE}~(?:got|gotten)~(?=(?:married|divorced|engaged)(?!\\p{L}))`),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: '{attr} name',
    value: 'name',
    pattern: said(`(?:my|our)~(?<attr>${RELATIVE})(?:['’]s~name~is|~is~(?:called|named))(?:~now)?~`),
  },
  {
    kind: 'personal',
    label: 'user',
    isPresupposed: true,
    attribute: '{attr} name',
    value: 'given',
    pattern: said(`${NO_MORE}(?:my|our)~(?<attr>${RELATIVE})(?:~(?=\\p{L}{2})|,~(?=[^\\s,]+(?:~[^\\s,]+)?,~(?!(?:and|or)(?!\\p{L}))))`),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'name',
    pattern: said(`I~have~an?~(?:[\\p{L}-]+~){0,2}(?:${RELATIVE}|friend|colleague|cousin|uncle|aunt|neighbou?r)~(?:named|called)~`),
  },
  {
    kind: 'personal',
    label: 'user',
    value: 'phrase',
    pattern: said(`${I_AM}~${DEGREE}(?=${INTOLERABLE}~intolerant(?:\\s*(?:[.,;!]|$)|~(?:and|but|so|since|btw)(?!\\p{L})))`),
  },
  { ...ALLERGY, pattern: said(`(?:${I_AM}|${I_HAVE_BEEN})~${DEGREE}allergic~to~${NO_ALLERGEN}`) },
  {
    kind: 'personal',
    label: 'user',
    isWhole: true,
    value: 'word',
    pattern: said(
      `${I_AM}~${DEGREE}(?=(?:${INTOLERABLE}-intolerant|coeliac|celiac|diabetic|asthmatic|epileptic)(?:\\s*(?:[.,;!]|$)|~(?:and|but|so|since)(?!\\p{L})))`,
    ),
  },
  // It is still one with other words around it, though nothing ends it.
  { kind: 'personal', label: 'user', value: 'phrase', pattern: said(`${I_AM}~${DEGREE}allergic~to~${NO_ALLERGEN}`) },
  {
    ...ALLERGY,
    ends: true,
    pattern: said(
      `(?:I['’]?m|I~am)~(?:no~longer~allergic~to~|not~allergic~to~(?=[^.;]{2,60}?~any(?:~?more|~longer)(?:\\s*(?:[.,;!)–—]|$)|~(?:and|so|but|as|since|because)~)))`,
    ),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'diet',
    value: 'word',
    pattern: said(`${I_AM}~(?:an?~)?(?=(?:vegetarian|vegan|pescatarian)(?![\\p{L}-]))`),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: 'diet',
    ends: true,
    value: 'word',
    pattern: said(
      `(?:I['’]?m|I~am)~(?:no~longer~(?:an?~)?(?=(?:vegetarian|vegan|pescatarian)(?!\\p{L}))|not~(?:an?~)?(?=(?:vegetarian|vegan|pescatarian)~(?:any~?more|any~longer)(?!\\p{L})))`,
    ),
  },
  { kind: 'personal', label: 'user', isClause: true, value: 'rest', pattern: said(`I~(?:${NOW}~)?speak~(?=${LANGUAGES}\\s*(?:[.!]|$))`) },
  {
    kind: 'personal',
    label: 'user',
    value: 'phrase',
    pattern: said(`(?<![\\p{L}]~)I~(?:${NOW}~)?(?:study|teach|speak)~(?!about|up|out|to|for|hard|at)`),
  },
  {
    kind: 'personal',
    label: 'user',
    attribute: '{attr}',
    value: 'exact',
    pattern: said(
      'my~(?<attr>birthday|phone~number|e-?mail(?:~address)?|address|zip~code|user~?(?:id|name)|reservation~(?:id|number|code)|confirmation~(?:number|code)|account~number|order~number)~is~(?:also~)?(?:on~)?(?:the~)?',
    ),
  },
];
