import { said, type FactRule } from '../fact-rule.ts';
import { JOB_TITLE } from '../job-title.ts';
import { NO_ALLERGEN } from '../no-allergen.ts';
import { NO_PLACE } from '../no-place.ts';
import { NOW } from './english-words.ts';

/** Somebody who is near to the user; a plural is read where all of them are so. */
const RELATIVE =
  '(?:(?:older|younger|elder|eldest|oldest|youngest|twin|half-|step|best|late)~?)?(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[ée]e?|(?:mother|father|brother|sister|son|daughter)-in-law|(?:grand|step|god)?(?:mother|father|mom|mum|dad|son|daughter|ma|pa)|brothers?|sisters?|sons|daughters|parents|grandparents|kids|children|twins|aunt|uncle|cousin|niece|nephew|roommate|flatmate|housemate|neighbou?r|friend)';
/** Somebody has one of each of these, so that a move is the move of the one who was named before. */
const ONLY = '(?:wife|husband|spouse|girlfriend|boyfriend|fianc[ée]e?|mother|father|mom|mum|dad|parents)';
/** A name behind the word is a part of whom it is said: "my sister Anna" may be another than "my sister". */
const NAMED = '(?:~(?-i:\\p{Lu}\\p{Ll}+))?';
const WHO = `my~(?<attr>${RELATIVE}${NAMED})(?:~${NOW})?`;
const THE_ONE = `my~(?<attr>${ONLY})(?:~${NOW})?`;
const IS = `(?:['’]s|['’]re|~is|~are)(?:~${NOW})?`;
const DEGREE = '(?:(?:severely|deathly|highly|very|extremely|mildly|slightly|terribly|badly|seriously|super|quite|a~(?:bit|little))~)?';
/** The end of the clause. */
const END =
  '(?=\\s*(?:[.;!](?!\\S)|$|,~(?:so|and|but(?!~only(?!\\p{L}))|who)(?!\\p{L}))|~(?:now|and|but|so|because|since|too|yesterday|today|last|this)(?!\\p{L}))';
/** Several have several ages. */
const OF_ONE = '(?=my~(?!(?:[\\p{L}-]+~){0,2}(?:brothers|sisters|sons|daughters|parents|grandparents|kids|children|twins)(?!\\p{L})))';
const AGE = `\\d{1,3}(?:~years~old)?(?!,?~(?:and|or|to)~(?:\\d|(?:a~)?(?:half|quarter)))${END}`;
const IN = '~in~(?:the~)?';

/** A food, at any time: no meal, no amount or manner, and none of one plate or of the moment. */
const FOOD = `(?!(?:${[
  'much|many|less|more|most|a|an|lots?|enough|all|any|anything|everything|something|nothing|food|that|this|these|those|the|it|them|what',
  'breakfast|brunch|lunch|dinner|supper|tea|snacks?|meals?|leftovers|(?:his|her|their|its|my|our|your)',
  'at|before|after|in|with|without|on|for|from|to|by|and|or|but|if|when|while|until|till|unless|because|since|as|like|between|during',
  'alone|well|very|too|so|late|early|out|up|here|there|outside|together|right|properly|fast|slow|now|today|tonight|yet|twice|every|\\p{L}+ly',
].join(
  '|',
)})(?!\\p{L}))(?![^.;!?]*~(?:right~now|now|today|tonight|tomorrow|yet|lately|currently|at~the~moment|at~present|these~days|nowadays|for~(?:now|a)|this~\\p{L}+|until|till|while|when|if|unless|on~\\p{L}+days?|in~(?:the~)?\\p{L}+|for~(?:breakfast|lunch|dinner)|at|during|before|after|with|without|from|raw|cooked|fried|alone|well|much)(?!\\p{L}))`;

const OF_RELATIVE = { kind: 'personal', label: 'user', isClause: true } as const satisfies Partial<FactRule>;
const HOME = { ...OF_RELATIVE, attribute: '{attr} home', value: 'name', isPlace: true, isLast: true } as const satisfies Partial<FactRule>;

/** A noun behind the name makes it one of a team or a house: "the Berlin office". */
const PLACE_ONLY =
  "(?!(?:[\\p{L}'’-]+~){1,3}?(?:office|team|branch|desk|department|division|group|site|plant|campus|hub|lab|store|clinic|hospital|studio|headquarters|hq)(?!\\p{L}))" +
  "(?=(?-i:\\p{Lu})[\\p{L}\\p{M}.'’-]*(?:,?~(?:(?:de|del|am|la|upon|of|di)~){0,2}(?-i:\\p{Lu})[\\p{L}\\p{M}.'’-]*)*\\s*(?:[.,;!]|$|~(?:a|again|ago|after|and|as|at|back|because|but|during|for|in|last|now|on|permanently|recently|since|so|this|to|today|together|too|two|three|when|where|which|with|yesterday)(?!\\p{L})))";
const MOVED = `(?:~(?:has|have|just|recently))*~(?:moved|relocated)(?:~back)?(?:~from~(?<old>\\p{Lu}[^,;.]{1,30}?))?~to~(?:the~)?(?!${NO_PLACE})${PLACE_ONLY}`;

/**
 * Reads what a person says of those near to him. It is a fact about the user, and of a thing of its own: who has two
 * sisters says it of one, so only a word of change replaces what was said before.
 */
export const RELATIVES: readonly FactRule[] = [
  { ...HOME, pattern: said(`${WHO}~(?:(?:${NOW}~)?(?:lives?|resides?)|(?:is|are)~living)(?:~${NOW})?${IN}(?!${NO_PLACE})`) },
  { ...HOME, isLast: false, saysChange: true, pattern: said(`${THE_ONE}${MOVED}`) },
  { ...HOME, isLast: false, pattern: said(`${WHO}${MOVED}`) },
  {
    ...OF_RELATIVE,
    attribute: '{attr} employer',
    value: 'employer',
    isLast: true,
    pattern: said(`${WHO}~(?:(?:${NOW}~)?works|is~working)(?:~${NOW})?~(?:at|for)~(?:the~)?(?=(?-i:\\p{Lu}))`),
  },
  { ...OF_RELATIVE, attribute: '{attr} occupation', value: 'title', pattern: said(`${WHO}${IS}~an?~(?=${JOB_TITLE}${END})`) },
  { ...OF_RELATIVE, attribute: '{attr} occupation', value: 'title', pattern: said(`${WHO}~works~as~an?~(?=${JOB_TITLE}${END})`) },
  {
    ...OF_RELATIVE,
    attribute: '{attr} allergy to {}',
    value: 'phrase',
    isLast: true,
    pattern: said(`${WHO}${IS}~${DEGREE}allergic~to~${NO_ALLERGEN}`),
  },
  {
    ...OF_RELATIVE,
    attribute: '{attr} diet',
    value: 'word',
    pattern: said(`${WHO}${IS}~(?:an?~)?(?=(?:vegetarians?|vegans?|pescatarians?)${END})`),
  },
  {
    ...OF_RELATIVE,
    attribute: '{attr} condition {}',
    value: 'word',
    pattern: said(
      `${WHO}${IS}~${DEGREE}(?:an?~)?(?=(?:(?:lactose|gluten|histamine|fructose)[~-]intolerant|coeliac|celiac|diabetic|asthmatic|epileptic|dyslexic|deaf|blind|left-handed)${END})`,
    ),
  },
  {
    ...OF_RELATIVE,
    attribute: '{attr} age',
    value: 'exact',
    pattern: said(`${OF_ONE}${WHO}${IS}~(?=${AGE})`),
  },
  {
    ...OF_RELATIVE,
    attribute: '{attr} age',
    value: 'exact',
    saysChange: true,
    pattern: said(`${OF_ONE}${WHO}~(?:just~)?turned~(?=${AGE})`),
  },
  {
    ...OF_RELATIVE,
    attribute: '{attr} does not eat {}',
    value: 'phrase',
    isLast: true,
    isAgainst: true,
    pattern: said(`${WHO}~(?:doesn['’]t|does~not|can['’]?t|cannot|can~not|don['’]t|do~not)~eat~${FOOD}`),
  },
];
