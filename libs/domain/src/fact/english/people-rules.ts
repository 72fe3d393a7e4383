import { said, type FactRule } from '../fact-rule.ts';
import { KNOWN_PROGRAM } from '../known-programs.ts';
import { I_AM, NOW } from './english-words.ts';

const LATELY = `(?:~${NOW})?`;
/** Posts of a team or of somebody's life that one person has at a time. */
const POST =
  '(?:pm|(?:product|project|release|delivery|engineering|account|office|store|line|general)~manager|manager|boss|(?:product|project)~owner|(?:tech|team|project|design|qa|engineering)~lead|c[etfop]o|designer|scrum~master|on-call~engineer|contact(?:~person)?|accountant|lawyer|landlord|landlady|maintainer|head~of~\\p{L}+)';
const END =
  '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|but(?!~only(?!\\p{L}))|who)(?!\\p{L}))|~(?:now|again|and|but|because|since|so)(?!\\p{L}))';
/** Words in front of "is our PM" that are no name; adverbs in front of one may doubt it. */
const NO_NAME =
  "(?!(?:he|she|it|they|we|you|i|this|that|these|those|there|here|who|what|which|where|when|how|why|one|another|neither|either|both|each|none|no|nobody|nothing|some|somebody|someone|something|any|anybody|anyone|every|everybody|everyone|if|and|but|so|or|then|as|since|because|once|until|unless|while|though|although|whether|maybe|perhaps|not|only|even|also|now|today|tomorrow|yesterday|did|does|do|is|was|are|were|will|would|could|should|may|might|can|must|has|have|had|pretend|imagine|suppose|assume|remember|reminder|note|recall|think|believe|guess|hope|wish|know|see|hear|heard|ask|tell|fyi|btw|news|update|correction|meanwhile|anyway|please|say|says|said|let|the|an?|my|our|your|his|her|their|its|hi|hey|hello|dear|yes|yeah|ok|okay|well|thanks|sorry|money|coffee|karma|fate|mom|mum|dad|siri|alexa|excel|\\p{L}+ly)(?![\\p{L}’']))";
/** The name of a person, in front of what is said of him. */
export const NAME = `${NO_NAME}(?!${KNOWN_PROGRAM})(?-i:\\p{Lu}[\\p{Ll}\\p{M}]+(?:-\\p{Lu}\\p{Ll}+)?(?:~\\p{Lu}[\\p{Ll}\\p{M}]+)?)`;
/** Matches, behind a person who left, the one who has his post or his part of the work since. His statement replaces the former one. */
export const SINCE_LEFT = `(?<=(?<old>${NAME})~(?:has~)?(?:left|quit|resigned|retired|moved~on|stepped~down)(?:~(?:from~)?(?:the|our)~(?:team|company|project|firm|role|job))?(?:,|~and|~so|,~and|,~so)~(?:now~)?)`;
/** A name of one word: who has two of them and "the" post may be a president. */
const ONE = `(?=\\S+~is(?!\\p{L}))${NAME}`;
const ZONE = '(?-i:[A-Z]{2,5}(?:[+-]\\d{1,2})?|[A-Z]\\p{L}+/[A-Z][\\p{L}_]+)';
const CAR =
  '(?-i:Tesla|VW|Volkswagen|Audi|BMW|Mercedes|Toyota|Honda|Ford|Volvo|Skoda|Škoda|Renault|Peugeot|Citroën|Fiat|Opel|Vauxhall|Nissan|Mazda|Kia|Hyundai|Subaru|Suzuki|Jeep|Chevrolet|Chevy|Porsche|Dacia|Polestar|Lexus|Jaguar|Mitsubishi)';

/** A thing by the name of its make, with its colour. */
const MODEL =
  '(?:(?:new|used|second-?hand|old|dark|light|blue|red|black|white|grey|gray|silver|green|yellow|orange|brown|\\d{4})~){0,3}(?-i:(?!(?:German|French|Japanese|Italian|Korean|Chinese|American|British|Swedish)(?!\\p{L}))\\p{Lu}[\\p{L}\\p{N}-]+(?:~[\\p{Lu}\\p{N}][\\p{L}\\p{N}.-]*){0,3})';
const HELD = { kind: 'personal', label: 'owner', attribute: '{attr}', value: 'given' } as const satisfies Partial<FactRule>;
const OWN = { kind: 'personal', label: 'user' } as const satisfies Partial<FactRule>;

/** Reads who has which post, and what belongs to a person that few words tell. */
export const PEOPLE: readonly FactRule[] = [
  {
    ...HELD,
    label: 'project',
    isWhole: true,
    pattern: said(`(?:our|the)~(?<attr>(?!(?:manager|boss|contact)~)(?:(?<!the\\s)|(?!pm|c[etfop]o))${POST})~is${LATELY}~`),
  },
  ...[
    { pattern: said(`${SINCE_LEFT}(?=${NAME}~is${LATELY}~(?:the|our)~(?:new~)?(?<attr>${POST})${END})`) },
    { saysChange: true as const, pattern: said(`(?=${ONE}~is${LATELY}~(?:the|our)~(?:new~)?(?<attr>${POST})~now${END})`) },
  ].map((rule): FactRule => ({ ...HELD, label: 'project', ...rule })),
  ...(['our', 'my'] as const).flatMap((whose): FactRule[] => {
    const of = { ...HELD, label: whose === 'our' ? 'project' : 'user' } as const;
    return [
      { ...of, pattern: said(`(?=${NAME}~is${LATELY}~${whose}~(?<attr>${POST})${END})`) },
      {
        ...of,
        ends: true,
        pattern: said(
          `(?=${NAME}~(?:is~no~longer|isn['’]t)~${whose}~(?<attr>${POST})(?:~any~?more)?${END})(?!${NAME}~isn['’]t~(?![^.;]*any~?more))`,
        ),
      },
    ];
  }),
  {
    ...HELD,
    label: 'project',
    pattern: said(
      `(?=${ONE}~is${LATELY}~the~(?<attr>pm|(?:product|project)~(?:manager|owner)|(?:tech|team|design|qa)~lead|scrum~master)${END})`,
    ),
  },
  {
    ...HELD,
    label: 'project',
    saysChange: true,
    pattern: said(`(?=${ONE}~is~(?:now~(?:the|our)|the~new)~(?:new~)?(?<attr>${POST})${END})`),
  },
  {
    ...HELD,
    label: 'project',
    saysChange: true,
    pattern: said(
      `(?=\\S+~(?:took|has)(?!\\p{L}))(?=${NAME}~(?:took|has~taken)~over~from~(?<old>${NAME})~as~(?:our~|the~)?(?:new~)?(?<attr>${POST})${END})`,
    ),
  },
  {
    ...OWN,
    attribute: '{attr}',
    value: 'name',
    isWhole: true,
    pattern: said(`my~(?<attr>dentist|doctor|gp|vet|therapist|physio(?:therapist)?|optician|midwife)~is${LATELY}~(?:dr|mrs?|ms|prof)\\.?~`),
  },
  {
    ...OWN,
    attribute: '{attr}',
    value: 'name',
    isWhole: true,
    pattern: said('my~(?<attr>(?:native|first|mother)~(?:language|tongue))~is~'),
  },
  { ...OWN, attribute: 'time zone', value: 'setting', isWhole: true, pattern: said(`my~time~?zone~is${LATELY}~(?=${ZONE}${END})`) },
  { ...OWN, attribute: 'time zone', value: 'setting', pattern: said(`${I_AM}~(?:in|on)~(?:the~)?(?=${ZONE}~time~?zone${END})`) },
  {
    ...OWN,
    attribute: 'blood type',
    value: 'phrase',
    isWhole: true,
    // A minus at the end of a value is cut off, so that sign has to be a word.
    pattern: said('my~blood~(?:type|group)~is~(?=(?-i:A|B|AB|O)(?:~?\\+|~?(?:positive|negative)(?!\\p{L})))'),
  },
  {
    ...OWN,
    attribute: 'contact email',
    value: 'exact',
    pattern: said('(?:you~can~(?:always~)?)?(?:reach|contact|e-?mail)~me~(?:at|on|via)~(?=[^\\s@]+@[^\\s@]+\\.\\p{L}{2,})'),
  },
  { ...OWN, attribute: 'home', value: 'name', isPlace: true, isLast: true, pattern: said(`we${LATELY}~live~in~(?:the~)?`) },
  { ...OWN, attribute: 'origin', value: 'name', isPlace: true, isLast: true, pattern: said(`${I_AM}~from~(?:the~)?`) },
  {
    ...OWN,
    attribute: '{attr}',
    value: 'phrase',
    isWhole: true,
    pattern: said(
      `my~(?<attr>(?:work~|private~|new~)?(?:phone|laptop|tablet|camera|car|van|bike|motorbike|scooter|computer|e-?reader|printer))~is${LATELY}~an?~(?=${MODEL}${END})`,
    ),
  },
  { ...OWN, attribute: 'car', value: 'name', isWhole: true, pattern: said(`I${LATELY}~drive~an?~(?=${CAR}(?!\\p{L}))`) },
  {
    kind: 'value',
    label: 'reference',
    opens: true,
    attribute: '{attr} url',
    value: 'exact',
    pattern: said(`(?:(?:the|our)~)?(?<attr>staging|production|sandbox|preview)~(?:is|lives|runs)${LATELY}~at~(?=https?://)`),
  },
];
