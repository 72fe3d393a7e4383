const SOMEBODY = String.raw`(?:\p{L}+\s+){0,2}\p{L}+`;
/** Words behind which a sentence is over; brackets may be closed there. */
const END = String.raw`\s*[).!…]*\s*$`;
/** The begin of a part that speaks of all before it. */
const APART = String.raw`(?:[,(–—]\s{0,4}|\s-{1,3}\s{1,4})`;

/** Parts that take back, or doubt, what a sentence says before them. */
const TAKEN_BACK = [
  String.raw`(?:or\s+)?(?:at\s+least\s+)?so\s+(?:i|we)\s+(?:thought|believed|hoped)`,
  'not|as\\s+if',
  String.raw`(?:well,?\s+)?(?:at\s+least\s+)?(?:in\s+theory|theoretically|on\s+paper)`,
  String.raw`(?:but\s+)?(?:that|this)\s+(?:was|is|['’]s)\s+(?:a\s+(?:lie|joke)|not\s+true|nonsense)`,
  String.raw`(?:das|so)?\s*(?:dachte|glaubte|meinte|hoffte)\s+(?:ich|wir)(?:\s+(?:jedenfalls|zumindest|wenigstens|immer))?`,
  String.raw`(?:aber\s+)?das\s+(?:war|ist)\s+(?:gelogen|(?:nur\s+)?(?:eine\s+lüge|ein\s+(?:witz|scherz|spaß))|nicht\s+wahr)`,
  String.raw`(?:(?:nur|war)\s+(?:ein(?:en)?\s+)?)?(?:scherz|spaß|witz)`,
  String.raw`(?:zumindest\s+|jedenfalls\s+)?(?:in\s+der\s+theorie|theoretisch|auf\s+dem\s+papier)`,
  String.raw`o\s+(?:al\s+menos\s+)?eso\s+(?:creía|pensaba|creíamos|pensábamos)|(?:al\s+menos\s+)?en\s+teoría|(?:es|era)\s+(?:una\s+)?(?:broma|mentira)`,
  String.raw`(?:enfin,?\s+)?(?:c['’]est\s+(?:du\s+moins\s+)?)?(?:ce\s+que\s+)?je\s+(?:le\s+)?(?:croyais|pensais)|(?:du\s+moins\s+|au\s+moins\s+)?en\s+théorie|je\s+(?:plaisante|rigole)|c['’](?:est|était)\s+(?:une\s+blague|faux)`,
  String.raw`o\s+(?:almeno\s+)?così\s+(?:credevo|pensavo|credevamo|pensavamo)|(?:almeno\s+)?in\s+teoria|scherz(?:o|avo)|era\s+(?:uno\s+scherzo|una\s+bugia)`,
].join('|');
/** The speaker's own doubt, and words for what others say. */
const UNSURE = [
  String.raw`i\s+(?:think|guess|believe|suppose)|(?:or\s+)?so\s+(?:they|people)\s+say|as\s+far\s+as\s+(?:i|we)\s+(?:know|remember|recall)|if\s+(?:i|we)\s+(?:remember|recall)(?:\s+(?:correctly|right(?:ly)?))?|iirc|afaik|(?:just\s+)?(?:kidding|joking)`,
  String.raw`(?:glaub|denk|mein|schätz|vermut)e?\s+ich|soweit\s+ich\s+weiß`,
  String.raw`je\s+(?:crois|pense|suppose)|il\s+me\s+semble`,
  String.raw`(?:me\s+)?(?:creo|parece)|supongo`,
  String.raw`credo|penso|suppongo|mi\s+(?:pare|sembra)`,
  String.raw`acho(?:\s+eu)?|parece-me|brincadeira|(?:denk|geloof|dacht)\s+ik|grapje|(?:tror|antar)\s+jag`,
].join('|');
/** Adverbs of doubt that end a sentence without a sign before them. */
const DOUBTFULLY =
  'supposedly|allegedly|reportedly|apparently|presumably|angeblich|anscheinend|vermutlich|apparemment|soi-disant|supuestamente|aparentemente|presumibilmente|apparentemente';
/** Another's speech, with its verb before who said it. */
const SPOKEN = String.raw`(?:says|said|claims|sagte?|meint|behauptet|dice|dijo|dit|a\s+dit|ha\s+detto)\s+(?!(?:i|we|ich|wir|yo|je|io)(?!\p{L}))${SOMEBODY}`;
/** Another's consent on which it depends. */
const CONSENT = [
  String.raw`(?:but\s+)?(?:only\s+)?(?:if|provided(?:\s+that)?|assuming|unless)\s+${SOMEBODY}\s+(?:agrees?|approves?|allows?(?:\s+it)?|permits?(?:\s+it)?|consents?|accepts?|objects?|says?\s+(?:yes|no|ok(?:ay)?)|signs?\s+off)`,
  String.raw`(?:aber\s+)?(?:nur,?\s+)?(?:falls|wenn|sofern)\s+${SOMEBODY}\s+(?:zustimm(?:t|en)|einverstanden\s+(?:ist|sind)|es\s+(?:erlaubt|erlauben|genehmigt|genehmigen))`,
  String.raw`(?:pero\s+)?(?:sólo\s+|solo\s+)?si\s+${SOMEBODY}\s+(?:aceptan?|aprueban?|está(?:n)?\s+de\s+acuerdo|lo\s+permiten?)`,
  String.raw`(?:mais\s+)?(?:seulement\s+)?si\s+${SOMEBODY}\s+(?:accepte(?:nt)?|approuve(?:nt)?|(?:est|sont)\s+d['’]accord|le\s+permet(?:tent)?)`,
  String.raw`(?:ma\s+)?(?:solo\s+)?se\s+${SOMEBODY}\s+(?:accetta(?:no)?|approva(?:no)?|(?:è|sono)\s+d['’]accordo|lo\s+permett(?:e|ono))`,
].join('|');
/** Words that need no sign before them. */
const ELSEWHERE = String.raw`\s+in\s+an?\s+(?:ideal|perfect)\s+world`;

const IN_DOUBT = new RegExp(
  `(?:${APART}(?:${TAKEN_BACK}|${UNSURE}|${SPOKEN}|${CONSENT})|\\s(?:${CONSENT}|${DOUBTFULLY})|${APART}?${ELSEWHERE})${END}`,
  'iu',
);

/** Returns true where a sentence ends in words that take all of it back, doubt it, or lay it in another's mouth or hands. */
export function endsInDoubt(sentence: string): boolean {
  return IN_DOUBT.test(sentence);
}
