import { PARTNER } from '../ended-facts.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { I_AM, I_HAVE, NOW } from './english-words.ts';
import { NAME } from './people-rules.ts';

const OWN = { kind: 'personal', label: 'user', ends: true, endsKnown: 'fact' } as const satisfies Partial<FactRule>;

/** Behind a firm: somebody leaves it for the day, or leaves something there. Nor has who is to leave it done so. */
const FOR_A_WHILE =
  '(?![^.;!?]*~(?:at~(?:\\d|noon|midnight|lunch|dawn|the~usual)|around~\\d|before~(?:\\d|noon|lunch|midnight|the~\\p{L}+~(?:rush|hour))|early(?!~(?:this|last|in)~)|late(?!~(?:last|in)~)|for~(?:lunch|dinner|an?~|the~(?:day|night|weekend|airport|station)|home|now|\\d)|until|till|by~(?:car|bus|train|bike)|without|behind|tonight|out|in~(?:the|my|our|an?)~(?!end(?!\\p{L})|spring|summer|autumn|fall|winter|middle)\\p{L}+|off(?!\\p{L})|alone|unattended|hanging|hungry|happy|tired|then|went~back|came~back|but|almost|supposedly)(?!\\p{L}))';
const FIRM = '(?:the~)?(?=(?-i:\\p{Lu}))';
const HAVE = "(?:['’]ve|~have)?";
/** The end of the clause, and when or why. */
const END =
  '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|but~(?!only|if))|~(?:last|this|yesterday|today|in|on|and|so|because|after|when)(?!\\p{L})))';
const DIET = '(?:vegetarian|vegan|pescatarian)';
const CLAUSE_END = '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|I|just|only~(?:to|my))(?!\\p{L})|~(?:and|so)~(?:I|it)(?!\\p{L})))';
/** What a test or a doctor has shown, and what puts right what was said. */
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
  ].map((words): FactRule => ({ ...OWN, attribute: 'employer', value: 'employer', pattern: said(`${words}${FOR_A_WHILE}`) })),
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
      `${IT_SHOWED}(?:I['’]?m|I~am)~(?:actually~)?not~(?:actually~|really~|in~fact~)?allergic~to~(?![^.;!?]*~(?:if|when|unless|as|while|until|before|after(?!~all)|whenever|where|yet|only)(?!\\p{L}))`,
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
      `(?:the|my|our)~(?<attr>(?:[\\p{L}-]+~)?(?:${OCCASION}~with~(?-i:\\p{Lu})[\\p{L}\\p{M}’-]+(?:~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+)?|(?:flight|train|trip|ferry)~to~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+(?:~(?-i:\\p{Lu})[\\p{L}\\p{M}-]+)?))~${CALLED_OFF}${END}`,
    ),
  },
  {
    ...OWN,
    attribute: '{attr}',
    pattern: said(`my~(?<attr>(?:[\\p{L}-]+~){1,2}(?:appointment|interview|exam|meeting|lesson|check-?up))~${CALLED_OFF}${END}`),
  },
];
