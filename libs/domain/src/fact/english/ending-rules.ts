import { MONTH } from '../absolute-dates.ts';
import { PARTNER } from '../ended-facts.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { GIVEN_NAME } from '../given-names.ts';
import { I_AM, I_HAVE, NOW } from './english-words.ts';
import { NAME } from './people-rules.ts';

const OWN = { kind: 'personal', label: 'user', ends: true, endsKnown: 'fact' } as const satisfies Partial<FactRule>;

const FIRM_NAME =
  "(?<old>(?-i:\\p{Lu})[\\p{L}\\p{N}&.’'-]*(?<!\\.)(?:~(?:(?:of|de|del|van)~)?(?-i:\\p{Lu})[\\p{L}\\p{N}&.’'-]*(?<!\\.)){0,3}?)";
const NOT_BACK = '(?![^.;!?]*~(?:until|till|but|almost|supposedly|(?:came|went)~back)(?!\\p{L}))';
const FINISH = '\\s*(?:[.;!](?!\\S)|$)';
const A_NAME = '(?-i:\\p{Lu})[\\p{L}\\p{N}&-]*(?:~(?-i:\\p{Lu})[\\p{L}\\p{N}&-]*){0,2}';
/** Words of a new job, or of none: of the way home people say other things. */
const OF_WORK =
  '(?:(?:new|better|old|no)~(?:job|employer|position)|job~(?:offer|hunting)|unemployed|freelanc(?:e|er|ing)|self-employed|out~of~work|between~jobs|looking~for~(?:a~(?:new~)?job|work)|sabbatical|salary|underpaid|layoffs?|toxic|burn(?:ed|t)?[~-]?out|notice~period|retire(?:d|ment)?)(?!\\p{L})';
/** A firm that somebody goes to in place of the one that is left. */
const ELSEWHERE = `(?:(?:I~)?(?:now~)?(?:joined|started~at|work~(?:at|for))~(?:the~)?${A_NAME}(?=${FINISH}|,))`;
/** People leave for a place, a day off or a meal; of names of other things a firm's is left. */
const NO_FEAST =
  '(?!(?:Christmas|Xmas|Easter|Thanksgiving|Diwali|Eid|Ramadan|Passover|Hanukkah|Chanukah|New~Year\\p{L}*|Pentecost|Whitsun|Midsummer|Halloween|Lent|Carnival|Ascension|Yom|Rosh|Purim|Holi|Lunar|Chinese|Independence|Memorial|Lab(?:o|ou)r|Bank|Mardi|Saints?|St|Valentine\\p{L}*|Mother\\p{L}*|Father\\p{L}*|Advent|Sukkot|Shabbat|Sabbath|Juneteenth|Oktoberfest|I|A|The|My|Mom|Mum|Dad|Europe|Asia|Africa|America|Scandinavia|PTO|Lunch|Dinner|Vacation|Holidays?|Summer|Winter|Spring|Autumn|Fall|\\p{L}+day|' +
  MONTH +
  ')(?!\\p{L}))';
/** A person alone is nobody's next firm: why somebody left a job for him is not told, nor that it was one. */
const NO_PERSON = `(?!(?-i:${GIVEN_NAME})(?=\\s*(?:[.,;:!?]|$)))`;
const THEN = [
  FINISH,
  `,~(?:so|because|and|I|now)(?=~)(?=[^.;!?]*~${OF_WORK})`,
  `~because(?!~of~the~(?:fire|rain|weather))(?=~[^.;!?]*(?<!\\p{L})${OF_WORK})`,
  `,?~and~${ELSEWHERE}`,
  `,~${ELSEWHERE}`,
  `~to~join~(?:the~)?${A_NAME}(?=${FINISH})`,
  '~to~(?:become|found(?!~out)|go~freelance|work~(?:for|as)~|start~(?:a|my|our)~(?:own~)?(?:company|business|firm|start-?up|family|studio)(?!\\p{L}))',
  `~to~study(?:~\\p{L}+)?(?=${FINISH})`,
  `~for~${NO_FEAST}${NO_PERSON}(?<to>${A_NAME})(?=${FINISH}|,)`,
].join('|');
/** In a month or a year nobody is on his way home; on a day many are. */
const OF_A_DAY = [
  'yesterday|today|recently|(?:last|this)~\\p{L}+day',
  `on~(?:\\p{L}+day|(?:${MONTH})~\\d{1,2}(?:st|nd|rd|th)?|\\d{1,2}(?:st|nd|rd|th)?~(?:${MONTH}))`,
  '(?:an?|one|two|three|four|five|six|some|a~few|a~couple~of|\\d{1,2})~days?~ago',
].join('|');
const OF_A_TIME = [
  `(?:earlier~)?(?:last|this)~(?:week|month|year|spring|summer|autumn|fall|winter|(?:${MONTH}))`,
  '(?:an?|one|two|three|four|five|six|some|a~few|a~couple~of|\\d{1,2})~(?:weeks?|months?|years?)~ago',
  `(?:back~)?in~(?:the~(?:end|spring|summer|autumn|fall|winter)|(?:early~|late~|mid-?~?)?(?:${MONTH}|(?:19|20)\\d\\d))(?:~(?:19|20)\\d\\d|~of~(?:19|20)\\d\\d|~of~last~year)?`,
  'at~the~end~of~(?:last~|the~)?(?:year|month|' + MONTH + ')',
  'after~(?:[\\p{L}\\d]+~){1,3}(?:years|months)|for~good',
].join('|');
/** "Left" is said of a house as well: behind the firm the sentence is over, or says when in months, or what work comes next. */
const LEFT = `${FIRM_NAME}(?=(?:~(?:${OF_A_TIME})(?:(?=,)|(?=${THEN}))|(?:~(?:${OF_A_DAY}))?(?=${THEN})))${NOT_BACK}`;
/** Other words say by themselves that a job is over: the end of the clause, when and why, or what came next. */
const FOR_GOOD = `${FIRM_NAME}(?=(?:${[
  '\\s*(?:[.;!](?!\\S)|$)',
  ',~(?:so|because|and~(?:I|now|joined|started)|I)(?!\\p{L})',
  `~(?:${OF_A_TIME}|${OF_A_DAY}|because(?!~of(?!\\p{L}))|since~(?:they|the|my)|to~(?:join|start|found|become|study|go~freelance|work~(?:at|for|as))|and~(?:joined|started|now|I(?:~now|~work|~joined|~started)))(?!\\p{L})`,
  `~for~${NO_FEAST}${NO_PERSON}(?<to>${A_NAME})`,
].join('|')}))${NOT_BACK}`;
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
  { ...OWN, attribute: 'employer', pattern: said(`I${HAVE}(?:~${NOW})?~left~${FIRM}${LEFT}`) },
  ...[
    `I${HAVE}(?:~${NOW})?~(?:quit|resigned~(?:from|at))~${FIRM}`,
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
