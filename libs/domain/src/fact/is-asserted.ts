import { wholeWords } from '../terms/whole-words.ts';
import { PUTS_RIGHT } from './puts-right.ts';
import { SINCE_WHEN } from './since-when.ts';

/** Finds the begin of a new clause of its own; words before it do not govern it. */
const CLAUSE = new RegExp(
  `[,;:–—]\\s*(?:${wholeWords('and|but|so|since|because|especially since|considering(?: that)?|given(?: that)?|now that|although|though|which|where|plus|also')}\\s*)?|\\s(?:because|since|but|considering that|given that|now that)\\s`,
  'giu',
);
/** Words before a statement that make it a wish, a plan, a condition or a denial. */
const NOT_SAID = new RegExp(
  wholeWords(
    "if|unless|whether|suppose|supposing|imagine|assume|assuming|pretend|wish|hope|hoping|doubts?|false|untrue|asserts?|think|guess|believe|suspect|sure|probably|possibly|by default|normally|usually|typically|ideally|apparently|supposedly|would|could|should|might|(?<!(?<!\\p{L})(?:in|since|from|last|this|early|late|mid|of|by)\\s|\\d\\s)may|maybe|perhaps|hypothetically|example|e\\.g|as though|in case|once|until|when|whenever|before|till|instead of|never|not|don['’]t|doesn['’]t|didn['’]t|wasn['’]t|isn['’]t|can['’]t|won['’]t|what|how|why|used to|like|say|says|want|wanted|planning|considering|thinking|wondering|trying|falls|no|non|não|wenn|ob|vielleicht|würde|könnte|nicht|si|peut-être|quizás|tal vez|ojalá|se|forse|talvez|als|misschien|niet|om|kanske|inte|если|бы|может|не",
  ),
  'iu',
);
/** Those of them under which not even the thing itself is there. */
const NOT_REAL = new RegExp(
  wholeWords(
    'if|unless|whether|suppose|supposing|imagine|assume|assuming|pretend|wish|hope|hoping|doubts?|false|untrue|asserts?|guess|suspect|expect|predict|hypothetically|example|e\\.g|as though|in case|instead of|without|no|never|would have|wenn|falls|si|se|als|om|если',
  ),
  'iu',
);
/** Another's words: somebody else says, thinks or asks. */
const HEARSAY = new RegExp(
  `${wholeWords('(?:he|she|they|someone|somebody|people|everyone|\\p{L}+)~(?:said|says|told~(?:me|us)|thinks|thought|claims|claimed|mentioned|asked|wrote|replied|heard|believes|suggested|recommended|insists?|hopes?|hoped|wants?|wanted|wishes|wished|expects?|expected|fears?|feared|suggests?|recommends?|knows?|asks?|wonders?)')}[^,.]*$`.replaceAll(
    '~',
    '\\s+',
  ),
  'iu',
);
/** A speaker's own words for what others say, right before it: "I heard that we chose Kafka". */
const HEARD =
  /(?<!\p{L})(?:heard|been told|(?:was|were) told|(?:I|we) read)(?:\s+(?:somewhere|today|yesterday|recently|online))?(?:\s+that)?\s+$/iu;
/** Another's speech without quotes: "My sister says, I live in Leeds", "Mon frère dit : nous utilisons Kafka". */
const SPOKEN =
  /(?<!\p{L})(?:says|claims|insists|(?<!(?<!\p{L})(?:i|we)\s(?:\p{L}+\s)?)said|sagt|meint|behauptet|schreibt|erzählt|goes|(?:is|was) like|(?<!(?<!\p{L})(?:ai|avons)\s)dit|raconte|prétend|dice|dijo|cuenta|racconta|afirma|diz|disse|conta|zegt|zei|vertelt|beweert|säger|berättar|påstår|munkelt|geträumt)\s*[,:]\s*$/iu;
/** A text or a person as the source, before a colon: "Der Kunde schrieb: ...", "Traduce: ...". */
const WRITTEN =
  /(?<!\p{L})(?:schrieb(?:en)?|schreibt|sagte?|behauptet|lautet|steht|galt|stimmt\s+nicht|übersetze|traduis(?:ez)?|traduce|traduci|traduza|escribi(?:ó|eron)|dijo|dice|a\s+écrit|a\s+dit|dit|ha\s+scritto|ha\s+detto|translate)\s*:\s*$/iu;
/** A clause of another, or of a dream or doubt, that the statement completes: "Tom dice que ...". */
const GOVERNED =
  /(?<!\p{L})(?:(?:doubt(?:s|ed)?|den(?:y|ies|ied)|dream(?:t|ed|s)?|pretends?|rumou?r\s+has\s+it|(?:a|the)\s+(?:myth|lie|rumou?r)|(?:wrong|false|untrue))\s+that|(?:dicen?|dij(?:o|eron)|creen?|piensan?|afirman?|dud(?:o|as?|an)|nieg(?:o|an?)|soñ(?:é|ó)|mentira|no\s+es\s+(?:cierto|verdad))\s+que|(?:(?<!(?<!\p{L})ai\s)dit|disent|croi(?:t|ent)|pense(?:nt)?|affirme(?:nt)?|prétend(?:ent)?|doute(?:nt)?|nie(?:nt)?|rêvé|faux|pas\s+(?:vrai|exact))\s+que|(?:dice|dicono|(?:ha|hanno)\s+detto|crede|credono|pensa(?:no)?|afferma(?:no)?|dubit(?:o|a|ano)|neg(?:o|a|ano)|sognato|falso|non\s+è\s+vero)\s+che|(?:träumte|geträumt|bezweifle|behauptet|glaubt|sagt),?\s+dass)\s+$/iu;
/** The clause right before it is a condition, or a time to come: "remember that if the build fails, ...". */
const CONDITION =
  /(?:^|[,;:–—]|(?<!\p{L})(?:that|and|but))\s*(?:if|unless|whenever|in case|as soon as|once(?! (?:again|more))|until|till|when (?:it|there|they|he|she|the|(?:we|I|you)(?! (?:was|were|had|got|went|came|took|made|met|left|did|bought|\p{L}+ed)(?!\p{L}))))(?!\p{L})[^,;]*,\s*$/iu;
/** A part of the sentence that is no more than a doubt: "Apparently, ...". */
const DOUBT =
  /(?:^|[,;:–—])\s*(?:(?:and|but|so|well|ok|und|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men|и|но)\s+)?(?:apparently|hopefully|supposedly|allegedly|reportedly|presumably|probably|possibly|maybe|perhaps|ideally|theoretically|in theory|hypothetically|angeblich|hoffentlich|vermutlich|wahrscheinlich|vielleicht|apparemment|peut-être|espérons|aparentemente|quizás?|tal vez|ojalá|forse|probabilmente|talvez|provavelmente|misschien|waarschijnlijk|hopelijk|kanske|förhoppningsvis|troligen|возможно|наверное|надеюсь)\s*[,:]/iu;
/** A source that stands before the statement in place of the speaker: "According to the README, ...". */
const BY_ANOTHER =
  /(?:^|[,;:–—])\s*(?:(?:according to|as per|per|laut|selon|según|secondo|segundo|volgens|enligt|согласно)\s|d['’]après\s)[^,;]*[,:]\s*$/iu;
/** A work of fiction in which what follows is so: "In the novel, ...", "Nel romanzo ...". */
const IN_FICTION =
  /(?:^|[,;:–—])\s*(?:in\s+(?:the|a|my|this)\s+(?:story|novel|film|movie|play|fairy\s?tale|dream)|(?:im|in\s+(?:meinem|einem|diesem))\s+(?:roman|film|märchen|theaterstück|traum)|in\s+(?:der|einer|meiner)\s+(?:geschichte|novelle)|en\s+(?:la|el|una?|mi)\s+(?:novela|cuento|película|sueño|obra)|dans\s+(?:le|la|l['’]|un|une|mon)\s*(?:roman|histoire|film|pièce|conte|rêve)|(?:nel|nella|in\s+una?|nel\s+mio)\s+(?:romanzo|storia|film|racconto|sogno|fiaba))(?:\s[^,;:.]{1,30})?[,:]?\s*$/iu;
const OWN = /(?<![\p{L}\p{N}])(?:i|we|ich|wir|je|nous|yo|eu|io|ik|jag|я)\s+(?:\p{L}+\s+){0,2}\p{L}+[^,.]*$/iu;

/** Denies something else ("I don't eat meat and I'm allergic to nuts"), and doubts no statement, as words of thinking and "is" do. */
const DENIES_ANOTHER =
  /^\s*(?:I|we)(?:\s?['’](?:m|re)\s+not|\s+(?:(?:am|are|do|can|will)\s+not|cannot|never|(?:do|ca|wo)n['’]t))(?:\s(?!(?:I|we|my|our|that|if|wh\p{L}+|how|is|are|was|were|think\p{L}*|believe|guess|suppose|assume|expect|remember|recall|say\p{L}*|agree|sure|certain|convinced)\s)[^\s,;:]+)+?\sand\s+$/iu;

/** A person who tells what he meant to say asserts it. */
const MEANT_TO_SAY = /(?<!\p{L})(?:i|we) meant to (?:say|write|type)(?!\p{L})/giu;

/** Returns true when what follows these words of a sentence is stated by the speaker as true. Source: ADR 0109. */
export function isAsserted(words: string, isPresupposed = false): boolean {
  const before = words.replace(MEANT_TO_SAY, (whole) => ' '.repeat(whole.length));
  if ((HEARSAY.test(before) && !OWN.test(before)) || HEARD.test(before) || SPOKEN.test(before)) return false;
  if (WRITTEN.test(before) || GOVERNED.test(before) || IN_FICTION.test(before)) return false;
  if (CONDITION.test(before) || DOUBT.test(before) || BY_ANOTHER.test(before)) return false;
  let start = 0;
  for (const { index, 0: whole } of before.matchAll(CLAUSE)) start = index + whole.length;
  // A condition that opens the sentence governs all of it.
  return (
    (DENIES_ANOTHER.test(before.slice(start)) || !(isPresupposed ? NOT_REAL : NOT_SAID).test(before.slice(start))) &&
    !/^\s*(?:(?:and|but|so|even)\s+)?(?:if|suppos(?:e|ing)|imagine|assum(?:e|ing)|pretend(?:ing)?|role-?play|(?:act|acting|play|playing) (?:as|the (?:role|part) of)|(?:agiere|handle|antworte) als|spiel(?:e)? (?:de[nr]|die|das|eine?n?)|(?:agis|réponds) comme|joue le rôle|actúa como|haz de|comportati come|fai (?:finta|la parte)|(?:age|aja|atua|atue) como|doe alsof|what if|had (?:i|we|you|they|he|she)|had\s+$|were (?:i|we)|let['’]s (?:say|assume|pretend|imagine)|stell (?:dir|euch)|stellen sie sich|angenommen|nehmen wir an|gesetzt|supposons|imagin(?:e[rz]?|ons)|supón|supongamos|imagínate|immagin[ai]|mettiamo|suponha|imagin[ae]|stel|tänk dig|anta|представь|falls|wenn|si|se|als|om|если)(?![\p{L}'’])/iu.test(
      before,
    )
  );
}

const NEWS =
  'now|so|and|but|also|then|well|ok(?:ay)?|yes|yeah|yep|yup|no|nope|hey|hi|hello|good (?:morning|evening|afternoon)|oh|ah|sure|of course|certainly|actually|currently|recently|lately|finally|unfortunately|luckily|fortunately|sadly|good news|news|update|correction|o{1,3}ps|change of plans?|korrektur|nein|änderung|corrección|correzione|correção|correctie|nee|rättelse|nej|fyi|btw|by the way|heads up|right now|at the moment|today|yesterday|tonight|these days|meanwhile|because|since|although|though|as|that|where|plus|again|for now|right|anyway|cool|thanks|this (?:week|month|year|morning)|last (?:week|month|year|night)|please|jetzt|nun|also|aber|und|ja|übrigens|leider|endlich|bitte|hallo|moin|hinweis|info|seit (?:heute|gestern|kurzem)|ab (?:heute|sofort|jetzt)|mais|et|oui|bonjour|salut|finalement|désormais|ahora|hola|por fin|desde (?:hoy|ayer)|pero|y|sí|ora|adesso|e|sì|agora|mas|sim|nu|en|maar|ja|och|men|теперь|сейчас|и|но|да|а';
const KNOWN =
  "(?:(?:i|we)(?:['’]ve|~have)?~(?:(?:just|also|already)~)?(?:noticed|found~out|learn(?:ed|t)|reali[sz]ed|see|saw|remember(?:ed)?|mentioned|told~you|said|meant(?:~to~(?:say|write|type))?|confirmed|checked|know)|(?:please~)?(?:note|remember|keep~in~mind|be~aware)|(?:it~)?turns~out)(?:~that)?";
const CIRCUMSTANCE = `(?:since|after|with|because~of|due~to|thanks~to|as~of|from|following|starting|in|on|at|by|seit|ab|nach|wegen|depuis|[aà]~partir~(?:de|du)|après|desde|dopo|sinds|vanaf|sedan)~(?:[\\p{L}\\p{N}'’-]+~){1,5}|${SINCE_WHEN},?~`;
/** Bounded: some words may be read in two ways ("right now"), as their spaces may not. */
const INTRODUCTION = new RegExp(
  `^\\s*(?:(?:${NEWS}|${KNOWN}|(?:sorry|${PUTS_RIGHT})(?=\\s*[,:!–—]))(?![\\p{L}\\p{N}'’])[\\s,:!]*){0,8}(?:${CIRCUMSTANCE})?$`.replaceAll(
    '~',
    '\\s+',
  ),
  'iu',
);

/** Returns true when nothing but news or a circumstance stands before a statement in its sentence. */
export function opensSentence(before: string): boolean {
  return INTRODUCTION.test(before);
}

/** Behind another statement, whose own words have been judged. */
const SECOND = /\s(?:and|und|et|y|e|en|och|и)\s+$/iu;

/**
 * Returns true when a clause begins behind these words, but for words that do not touch what it says. The sure way: who
 * hopes, doubts or would like says so in too many words to list.
 */
export function opensClause(before: string): boolean {
  let start = 0;
  for (const { index, 0: whole } of before.matchAll(CLAUSE)) start = index + whole.length;
  const rest = before.slice(start);
  return INTRODUCTION.test(rest) || SECOND.test(rest);
}
