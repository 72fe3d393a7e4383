import { MONTH } from '../absolute-dates.ts';
import { PARTNER } from '../ended-facts.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { I_AM, I_HAVE, NOW } from './english-words.ts';
import { NAME } from './people-rules.ts';

const OWN = { kind: 'personal', label: 'user', ends: true, endsKnown: 'fact' } as const satisfies Partial<FactRule>;

/**
 * A firm, and behind it the end of the clause, when and why, or what came next. Lists of what it must not be were not enough:
 * people leave a firm with friends, on foot, and leave things there.
 */
const FOR_GOOD = `(?<old>(?-i:\\p{Lu})[\\p{L}\\p{N}&.’'-]*(?<!\\.)(?:~(?:(?:of|de|del|van)~)?(?-i:\\p{Lu})[\\p{L}\\p{N}&.’'-]*(?<!\\.)){0,3}?)(?=(?:${[
  '\\s*(?:[.;!](?!\\S)|$)',
  ',~(?:so|because|and~(?:I|now|joined|started)|I)(?!\\p{L})',
  `~(?:${[
    '(?:earlier~)?(?:last|this)~(?:week|month|year|spring|summer|autumn|fall|winter|\\p{L}+day|(?:' + MONTH + '))',
    '(?:an?|one|two|three|four|five|six|some|a~few|a~couple~of|\\d{1,2})~(?:days?|weeks?|months?|years?)~ago',
    `(?:back~)?in~(?:the~(?:end|spring|summer|autumn|fall|winter)|(?:early~|late~|mid-?~?)?(?:${MONTH}|(?:19|20)\\d\\d))`,
    `on~(?:\\p{L}+day|(?:${MONTH})~\\d|\\d{1,2}(?:st|nd|rd|th)?~(?:${MONTH}))`,
    'at~the~end~of~(?:last~|the~)?(?:year|month|\\p{L}+)',
    'yesterday|recently|for~good|because(?!~of(?!\\p{L}))|since~(?:they|the|my)',
    'after~(?:[\\p{L}\\d]+~){1,3}(?:years|months)',
    'to~(?:join|start|found|become|study|go~freelance|work~(?:at|for|as))',
    'for~(?-i:\\p{Lu})\\p{L}*',
    "and~(?:joined|started|now|moved~to|I(?:['’]m|~now|~am|~work|~joined|~started))",
  ].join('|')})(?!\\p{L})`,
  '~today\\s*(?:[.!]|$)',
].join('|')}))(?![^.;!?]*~(?:until|till|but|almost|supposedly|(?:came|went)~back)(?!\\p{L}))`;
const FIRM = '(?:the~)?';
const HAVE = "(?:['’]ve|~have)?";
/** The end of the clause, and when or why. */
const END =
  '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|but~(?!only|if))|~(?:last|this|yesterday|today|in|on|and|so|because|after|when)(?!\\p{L})))';
/** "In the end of the film" is no time of a meeting. */
const END_OF_DAY = '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and~I)(?!\\p{L}))|~(?:yesterday|today|this~morning|so|because|since)(?!\\p{L}))';
const DIET = '(?:vegetarian|vegan|pescatarian)';
const CLAUSE_END = '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|I|just|only~(?:to|my))(?!\\p{L})|~(?:and|so)~(?:I|it)(?!\\p{L})))';
/** Matches the words that announce a finding, which puts right what was said before. */
const IT_SHOWED =
  '(?:(?:(?:it~)?(?:turns|turned)~out|(?:the|my)~(?:allergy~)?(?:tests?|doctor|allergist|results)~(?:showed|confirmed|found))(?:~that)?,?~)?';
const CALLED_OFF = '(?:(?:was|got|is|has~been|had~to~be)~(?:now~|just~)?(?:cancel+ed|called~off)|(?:is|was)~off(?=\\s*(?:[.;!]|$)))';
const OCCASION = '(?:meeting|call|lunch|dinner|appointment|interview|date|coffee|session|lesson|catch-up)';
const CARS =
  '(?-i:Tesla|VW|Volkswagen|Audi|BMW|Mercedes|Toyota|Honda|Ford|Volvo|Skoda|Škoda|Renault|Peugeot|Citroën|Fiat|Opel|Vauxhall|Nissan|Mazda|Kia|Hyundai|Subaru|Suzuki|Jeep|Chevrolet|Chevy|Porsche|Dacia|Polestar|Lexus|Jaguar|Mitsubishi)';

/**
 * Words that end a fact which is known, and of anything else say too little: "I left Equinor" is no more than a way where
 * nobody works there. Each is kept only where it ends one.
 */
export const ENDINGS: readonly FactRule[] = [
  ...[
    `I${HAVE}(?:~${NOW})?~(?:left|quit|resigned~(?:from|at))~${FIRM}`,
    `${I_AM}~no~longer~(?:with|at|employed~(?:at|by)|employed~with)~${FIRM}`,
    `I(?:['’]ve~been|~have~been|~was|~got)(?:~${NOW})?~(?:laid~off|fired|let~go|dismissed|made~redundant)~(?:from|by|at)~${FIRM}`,
    `I${HAVE}(?:~${NOW})?~retired~from~${FIRM}`,
  ].map((words): FactRule => ({ ...OWN, attribute: 'employer', pattern: said(`${words}${FOR_GOOD}`) })),
  {
    ...OWN,
    attribute: 'employer',
    pattern: said(
      `(?<old>(?-i:\\p{Lu})[\\p{L}\\p{N}&.-]*(?:~(?-i:\\p{Lu})[\\p{L}\\p{N}&.-]*){0,2})~(?:has~)?(?:just~)?(?:fired~me|laid~me~off|let~me~go|made~me~redundant)${END}`,
    ),
  },
  {
    ...OWN,
    attribute: 'allergy to {}',
    value: 'phrase',
    pattern: said(
      `${IT_SHOWED}(?:I['’]?m|I~am)~(?:actually~)?not~(?:actually~|really~|in~fact~)?allergic~to~(?![^.;!?]*~(?:if|or|like|when|unless|as|while|until|before|after(?!~all)|whenever|where|yet|only)(?!\\p{L}))`,
    ),
  },
  {
    ...OWN,
    attribute: 'diet',
    value: 'word',
    pattern: said(`(?:I['’]?m|I~am)~not~(?:an?~|actually~)?(?=${DIET}${CLAUSE_END})`),
  },
  ...['broke(?:n)?~up', 'split(?:~up)?', 'parted~ways'].map((words): FactRule => ({
    ...OWN,
    attribute: PARTNER,
    value: 'given',
    pattern: said(`(?:I|we)${HAVE}(?:~${NOW})?~${words}~with~(?=${NAME}${END})`),
  })),
  {
    ...OWN,
    attribute: PARTNER,
    value: 'given',
    pattern: said(`(?:I(?:~got|['’]ve~got|~have)?~divorced~|${I_AM}~divorced~|I(?:~have|['’]ve)?~separated~)(?:from~)?(?=${NAME}${END})`),
  },
  {
    ...OWN,
    attribute: PARTNER,
    value: 'given',
    pattern: said(
      `(?=${NAME}~and~I(?:~have|['’]ve)?(?:~${NOW})?~(?:(?:got|are|were)~divorced|got~a~divorce|(?:broke|broken|split)(?:~up)?|separated|(?:are|are~now)~separated|are~no~longer~(?:together|married|a~couple)|(?:are~not|aren['’]t)~(?:together|married|a~couple)~any~?more)${END})`,
    ),
  },
  {
    ...OWN,
    attribute: 'car',
    value: 'name',
    isWhole: true,
    pattern: said(
      `${I_HAVE}~(?:sold|scrapped|returned|given~up|gave~up|traded~in|got~rid~of)~(?:the|my|our)~(?:old~|blue~|red~|black~|white~|grey~|gray~|silver~|green~)?(?=${CARS}(?!\\p{L}))`,
    ),
  },
  {
    ...OWN,
    attribute: '{attr}',
    pattern: said(
      `(?:the|my|our)~(?<attr>(?:[\\p{L}-]+~)?(?:${OCCASION}~with~(?:(?:dr|mrs?|ms|prof)\\.?~)?(?-i:\\p{Lu})[\\p{L}\\p{M}’-]+(?:~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+)?|(?:flight|train|trip|ferry)~to~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+(?:~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+)?))~${CALLED_OFF}${END_OF_DAY}`,
    ),
  },
  {
    ...OWN,
    attribute: '{attr}',
    pattern: said(
      `my~(?<attr>(?:[\\p{L}-]+~){0,2}(?:appointment|interview|exam|meeting|lesson|check-?up|flight))~${CALLED_OFF}${END_OF_DAY}`,
    ),
  },
];
