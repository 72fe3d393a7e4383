import { MONTH } from './absolute-dates.ts';

/** Words right behind a value with which it holds in a case or at times alone. */
const IN_A_CASE =
  /^\s+(?:when(?:ever)?|while|during|if|unless|once|as soon as|otherwise|by default|as an? (?:child|kid|baby|toddler|boy|girl|teen\p{L}*|student))(?!\p{L})/iu;
/** The one case in which a value holds, or does not: "7 only in the tutorial", "9000, except in production"; "only for now" tells how long. */
const IN_ONE_CASE = (() => {
  const joined = String.raw`(?:\s*[,(–—]\s*(?:(?:but|though|and|if)\s+)?|\s+(?:but\s+)?)`;
  const only = String.raw`(?:only|just|solely|except|excluding|at\s+least\s+not)`;
  const forNow = String.raw`(?:now|the\s+moment|the\s+time\s+being)(?!\p{L})`;
  const english = String.raw`${joined}${only}\s+(?:in|on|for|at|with|under|inside|within|by|from)\s+(?!${forNow})`;
  // A verb may stand before it, as in German.
  const others = [
    String.raw`(?:\s+\p{L}+)?\s*[,(–—]\s*(?:aber\s+)?(?:nur|außer|bloß)\s+(?:in|im|auf|bei|beim|für|zum?)`,
    String.raw`\s*[,(–—]\s*(?:mais\s+)?(?:seulement|uniquement|juste|sauf)\s+(?:en|dans|sur|pour|chez)`,
    String.raw`\s*[,(–—]\s*(?:pero\s+)?(?:s[oó]lo|solamente|únicamente|excepto|salvo)\s+(?:en|para|por)`,
    String.raw`\s*[,(–—]\s*(?:ma\s+)?(?:solo|soltanto|tranne|eccetto)\s+(?:in|nel\p{L}*|per|su)`,
    String.raw`\s*[,(–—]\s*(?:mas\s+)?(?:s[oó]|somente|apenas|exceto)\s+(?:em|n[oa]s?|para)`,
    String.raw`(?:\s+\p{L}+)?\s*[,(–—]\s*(?:maar\s+)?(?:alleen|enkel|behalve)\s+(?:in|op|voor|bij)`,
    String.raw`\s*[,(–—]\s*(?:men\s+)?(?:bara|endast|utom)\s+(?:i|på|för)`,
  ];
  return new RegExp(String.raw`^(?:${[english, ...others.map((words) => String.raw`${words}(?!\p{L})`)].join('|')})`, 'iu');
})();
/** A time to come, at which somebody will be so old or live there. */
const IN_TIME =
  /^\s+(?:in\s+(?:an?|one|two|three|four|five|six|\d+|a few|a couple of)\s+(?:day|week|month|year)s?|(?:on|next|tomorrow|soon)(?!\p{L}))/iu;
/** The same of anything; a number in some days or hours is a rate: "100 requests in 2 days". */
const IN_WEEKS = /^\s+in\s+(?:an?|one|two|three|four|five|six|\d+|a few|a couple of)\s+(?:week|month|year)s?(?!\p{L})/iu;
/** The same of where somebody is and how he lives, which has no day of its own. */
const AT_TIMES =
  /^(?:,\s*at\s+least)?\s+(?:until|['’]?til|till|for (?:the|this) (?:spring|summer|autumn|fall|winter|week|month|season|semester|term|holidays?)|for (?:an?|one|two|three|four|five|six|some|\d+|a few|a couple of) (?:day|night|week)s?|on (?:weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days|and off)|(?:at|for the) weekends?|part of the|half (?:of )?the|most of the|all day|half the day|most days|24\/7|for (?:january|february|march|april|may|june|july|august|september|october|november|december|lent))(?!\p{L})/iu;
/** A share of the time for which somebody lives somewhere: "three months a year". */
const SHARE_OF_TIME =
  /^\s+(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|a few|a couple of) (?:day|week|month)s? (?:an?|each|every|per) (?:week|month|year)(?!\p{L})/iu;
/** A day on which somebody is there, but for a change, which is news of that day. */
const TODAY = /^\s+(?:today|tonight|tomorrow|this (?:morning|afternoon|evening))(?!\p{L})/iu;
/** Names of what was moved, behind where it went: "I moved to Utils the helper functions". */
const OF_A_THING = new RegExp(
  `^\\s+(?:(?:the|an?)(?!\\s+(?:other|few|couple|day|week|weekend|month|year|spring|summer|autumn|fall|winter|partire?|${MONTH})(?!\\p{L}))|our|all|its|these(?!\\s+days)|those)\\s`,
  'iu',
);
/** Names what somebody moved to that is no place, behind its own name: "I moved to the Family plan". */
const TO_A_THING =
  /^\s+(?:plan|tier|subscription|package|licen[cs]e|edition|version|account|team|squad|group|department|division|crew|track|branch|time(?:zone)?|server|cluster|stack|framework|library|editor|browser|terminal|shell|distro|desktop|layout|keyboard|theme|mode|syntax|format|method|schedule|diet|shifts?|model|protocol|api|app|service|platform|side|camp|workflow|setup|config(?:uration)?)(?!\p{L})/iu;
/**
 * The end of a clause, or what begins another part of it, behind the name of a firm: prepositions, adverbs, numbers and times.
 * A noun goes on in the name ("the Oslo office", "the Red cross"), and there are more of these than a list could hold.
 */
const OWNER_ENDS = new RegExp(
  `^\\s*(?:$|[.,;:!()]|[–—-]\\s|\uFFFC|\\d+\\s?(?:x|h|times|shifts?|(?:hour|day|night|week|month|year)s?)(?!\\p{L})|(?:${[
    'and|but|or|as|so|because|where|which|who|while|when|whenever|if|unless|though|although|since|until|before|after|than',
    'about|across|against|along|alongside|amid|among|around|at|behind|beside|besides|between|beyond|by|despite|during|except|from|in|inside|for|like|near|next|off|on|out|outside|over|per|through|throughout|till|to|towards?|under|via|with|within|without',
    'now|nowadays|right|currently|still|today|tonight|yesterday|recently|lately|last|this|these|those|every|each|any|anymore|most|mostly|mainly|all|both|half|some|several|the|an?|full|part|remotely|onsite|on-site|hybrid|abroad|overseas|downtown|nearby|upstairs|downstairs',
    'gekündigt|verlassen|ausgeschieden|weg|raus|aufgehört|again|too|also|here|there|instead|together|alone|always|often|sometimes|usually|never|ever|already|just|only|even|almost|once|twice|thrice|one|two|three|four|five|six|seven|(?:day|night|evening|morning|afternoon|weekend|weekday)s|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\\p{L}{2,}ing|(?!(?:family|assembly|supply)(?!\\p{L}))\\p{L}{3,}ly',
  ].join('|')})(?!\\p{L}))`,
  'iu',
);
const endsOwner = (behind: string): boolean => OWNER_ENDS.test(behind);
/** Whose the new job is. */
const FOR_ANOTHER = /^\s+for\s+(?:my|our|his|her|their)\s/iu;
const NAME = "\\p{Lu}[\\p{L}\\p{M}\\p{N}.'’-]*";
const PERSON = `${NAME}(?:\\s+(?:(?:de|da|do|del|di|van|von|den|der|la|le)\\s+){0,2}${NAME})*(?<!['’]s)(?:['’]s(?:\\s+\\p{Ll}+){1,2})?`;
const SOMEHOW = '(?:(?:also|now|still|already|just|really|always|never|often|usually|sometimes|both|only|here|\\p{Ll}+ly)\\s+)?';
const OF_MANY = 'are|were|have|do|live|work|stay|go|come|say|want|study|run|own|rent|teach|visit|commute';
/** Two persons of whom something is said, as the verb shows: "Bergen and Anna moved" may begin with a place. */
const OF_TWO = `${PERSON}\\s+(?:and|&)\\s+(?:${PERSON}\\s+${SOMEHOW}(?:${OF_MANY})|(?:her|his|their)\\s+\\p{Ll}+\\s+${SOMEHOW}(?:${OF_MANY}|had|did|lived|worked|stayed|moved|went|came|left))(?!\\p{L})`;
/** A name with a verb behind it. Nouns end in -s as well ("Munich clients"): any other verb than these has an object. */
const OF_ANOTHER = `${PERSON}\\s+${SOMEHOW}(?:${[
  "(?:is|are|was|were|has|have|had|does|did|do|will|would|can|could|may|might|must|should)(?:n[’']t)?",
  'lives?|lived|works?|worked|stays|stayed|moved|goes|went|comes|came|says|said|thinks|thought|knows|knew|wants|wanted|needs|needed|likes|liked|loves|loved|hates|hated|prefers|preferred|studies|studied|runs|ran|owns|owned|rents|rented|speaks|spoke|plays|played|teaches|taught|takes|took|gets|got|makes|made|keeps|kept|helps|helped|visits|visited|travels|travelled|traveled|commutes|commuted|left|joined|started|bought|sold|wrote|told|gave|feels|felt|looks|looked|seems|seemed|means|became|becomes|remains|sits|sleeps|turns|turned',
  '\\p{Ll}{2,}(?:s|ed)\\s+(?:me|him|us|them|it|my|his|her|our|their)',
].join('|')})(?!\\p{L})`;
/** Another beside it, but none of whom something is said: who lives in Oslo and Bergen has no one home. */
const AND_ANOTHER = new RegExp(`^\\s+(?:or\\s+will(?!\\p{L})|(?:and|or|&)\\s+(?!I(?!\\p{L})|${OF_ANOTHER}|${OF_TWO})\\p{Lu})`, 'u');
/** A name that goes on: "Hafenwerk's office". */
const OWNS = /^['’]s?\s+\p{L}/u;
/** Words of something that somebody goes back to and that is no place or value of before: "I moved to Berlin and went back to university". */
const NOT_BACK_TO =
  '(?!\\s+to\\s+(?:school|uni(?:versity)?|college|class(?:es)?|work|normal|me|bed|sleep|basics|\\p{Ll}+ing|full|part)(?!\\p{L}))';
/** A word behind which a change was undone, and words that undo it. */
const TAKEN_BACK = new RegExp(
  `(?<!\\p{L})(?:then|and|but|before|until|till|only to)\\s+(?:\\p{L}+\\s+){0,4}?(?:${[
    '(?:moved|switched|changed|rolled|brought|put|set|turned)\\s+(?:\\p{L}+\\s+){0,3}?back',
    `(?:went|came|going|(?<=to\\s)(?:come|go))\\s+(?:\\p{L}+\\s+){0,3}?back${NOT_BACK_TO}`,
    `(?<=(?:then|and|but)\\s+)back(?=\\s+to\\s|\\s*(?:[.!;]|$))${NOT_BACK_TO}`,
    'revert(?:ed|ing)?|restored|undid|undone|cancel+ed|reversed|turned\\s+(?:it|them|that|this)\\s+down|turned\\s+down|declined|backed\\s+out|fell\\s+through|said\\s+no',
  ].join('|')})(?!\\p{L})`,
  'u',
);
/** "So I reverted it" takes back what was said; "so I cancelled the trip" follows from it. */
const SO_TAKEN_BACK = (() => {
  const it = '(?:it|that|this|them|everything)';
  const moved = `(?:moved|switched|changed|rolled|brought|put|set|turned|went|came)\\s+(?:${it}\\s+)?(?:back|down)`;
  const undone = `(?:revert(?:ed)?|restored?|undid|undo|cancel+ed|reversed?|declined?|backed\\s+out)(?:\\s+${it})?`;
  const lightly = '(?:(?:\\p{L}+ly|just|then|soon|had\\s+to)\\s+){0,2}';
  return new RegExp(`(?<!\\p{L})so\\s+(?:I|we)\\s+${lightly}(?:${moved}|${undone})(?=\\s*(?:[.!;,]|$))`, 'u');
})();
const TAKEN_BACK_ELSEWHERE =
  /(?<!\p{L})(?:dann wieder|wieder zurück|rückgängig|abgesagt|storniert|puis|annul\p{L}+|luego|cancelad[oa]|volvió|volv(?:í|imos)|regres(?:é|amos)|revenue?s?|zurückgezogen|tornat[oi]|voltei|voltámos|voltamos|teruggekomen|poi|depois|voltou|toen weer|geannuleerd|teruggedraaid|inställ\p{L}+)(?!\p{L})/iu;
/** A year of which the rules of dates know no form: a move of then is no news. */
const IN_A_YEAR = /^\s+(?:en|nel|em|år|в)\s+(?:19|20)\d\d(?!\d)/iu;
const NOT_SO =
  /[\s,;:–—(-](?:(?:not really|i wish)(?=\s*(?:[.!…)]|$))|in (?:my|a|the|this) (?:dreams?|nightmare|story|novel|book|game|film|movie|play))(?!\p{L})/iu;
/** Words of a joke, and the sign of irony; behind a number and its unit it is a rate: "50 requests /s". */
const NOT_MEANT =
  /[\s,;:–—(-](?:(?:just|only)\s+(?:kidding|joking)|jk|lol|lmao|rofl|haha+)(?!\p{L})|\s\/s(?<!(?<![\p{L}\p{N}])\d\S*(?:\s+\p{L}+){0,2}\s+\/s)(?=[\s.!?)*_"”’]*$)/iu;
/** Returns true where the words behind a value say that it was a joke, or not meant so. */
export function isNotMeant(behind: string): boolean {
  return NOT_MEANT.test(behind);
}

/** Returns true where words behind a value name the one case in which it holds. */
export function isInOneCase(behind: string): boolean {
  return IN_ONE_CASE.test(behind);
}

/**
 * Returns true where the words behind a value say that it holds in a case alone, was taken back or is only wished.
 * `isOfPerson` is true for values without a day or a number of their own, as homes and employers; `isChange` where the
 * words say that they have become so, `isLast` where what ends their clause is looked at by itself. The name of an
 * employer may be its owner's ("Macy's"), and goes on in other words ("the Oslo office").
 */
export function isLimitedBehind(
  value: string,
  behind: string,
  {
    isOfPerson,
    isChange,
    isLast,
    attribute,
  }: { readonly isOfPerson: boolean; readonly isChange: boolean; readonly isLast: boolean; readonly attribute: string | undefined },
): boolean {
  if (
    IN_A_CASE.test(behind) ||
    IN_ONE_CASE.test(behind) ||
    (!isChange && (IN_WEEKS.test(behind) || (attribute === 'age' && IN_TIME.test(behind)))) ||
    TAKEN_BACK.test(behind) ||
    SO_TAKEN_BACK.test(behind) ||
    TAKEN_BACK_ELSEWHERE.test(behind) ||
    NOT_SO.test(behind) ||
    /\dish$/u.test(value)
  )
    return true;
  return (
    isOfPerson &&
    ((isChange ? TO_A_THING.test(behind) : TODAY.test(behind)) ||
      IN_A_YEAR.test(behind) ||
      AT_TIMES.test(behind) ||
      (attribute === 'home' && SHARE_OF_TIME.test(behind)) ||
      OF_A_THING.test(behind) ||
      OWNS.test(behind) ||
      (/(?:^|\s)(?:home|location|employer)$/u.test(attribute ?? '') && AND_ANOTHER.test(behind)) ||
      (attribute === 'employer' && ((!isLast && !endsOwner(behind)) || (isChange && FOR_ANOTHER.test(behind)))) ||
      (/['’]s$/u.test(value) && !(attribute === 'employer' && endsOwner(behind))))
  );
}
