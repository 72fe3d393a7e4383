/** Praise that hardly anybody means, in any of the languages that have words for it here. */
export const PRAISE = String.raw`(?:(?:oh|yeah|just|well|how)[\s,]+(?:great|wonderful|fantastic|brilliant|perfect|lovely|super|joy|awesome|nice)|(?:na|ja|ach|oh|wow|einfach)[\s,]+(?:toll|super|klasse|prima|großartig|wunderbar|herrlich|spitze)|(?:oh|ah|ay|vaya|pues)[\s,]+(?:qué\s+)?(?:genial|bien|estupendo|fantástico|maravilla|alegría)|(?:oh|ah|eh\s+bien)[\s,]+(?:génial|super|formidable|parfait|chouette)|(?:oh|ah|ma)[\s,]+(?:che\s+bello|fantastico|ottimo|perfetto|bene))`;
/** The same in a sentence of its own, where it needs no word before it. */
const ALONE = String.raw`(?:${PRAISE}|toll|klasse|prima|super|großartig|herrlich|wunderbar|genial|qué\s+bien|estupendo|fantástico|maravilloso|perfecto|génial|formidable|bravo|fantastico|ottimo|che\s+bello)`;
const SNEERING = new RegExp(String.raw`(?:^|[.!?\n]\s*)(?<praise>${ALONE})(?!\p{L})(?<behind>[^.!?\n]{0,40})[.!…]+\s*$`, 'iu');
/** Tried first, as it costs little. */
const ANOTHER = /another|one more|just what/iu;
/** Plain praise is meant as often as not, so it takes a complaint right behind it: "Great, another outage." */
const COMPLAINING =
  /(?:^|[.!?\n]\s*)(?:great|wonderful|fantastic|brilliant|perfect|lovely|awesome|nice|super)\s*[,!…]\s*(?=another|one more|just what)(?<behind>[^.!?\n]{0,40})[.!…]+\s*$/iu;
/** Matches signs of a sneer: a complaint in the praise, or a thing behind it that hardly anybody likes. */
const COMPLAINT =
  /(?<!\p{L})(?:another|(?<!(?<!\p{L})(?:(?:that|it)(?:\s+all)?\s+work(?:s|ed)|thanks|thx|thank\s+you)\s+)again|one more|for nothing|nothing (?:\p{L}+ )?works|down|broken?|crash\p{L}*|fail\p{L}*|rain\p{L}*|delay\p{L}*|late|lost|stuck|schon wieder|noch (?:ein|so)\p{L}*|kaputt|\p{L}*ausfall|ausgefallen|abgestürzt|verspät\p{L}*|regen|stau|otra (?:vez|caída|reunión)|otro (?:fallo|error|retraso)|roto|caído|atasco|encore (?:une?|raté)|en panne|cassé|un altro|di nuovo|rotto|guasto)(?!\p{L})/iu;
const BAD =
  /(?<!\p{L})(?:mondays?|meetings?|traffic|queu\p{L}+|waiting|outages?|bugs?|crash\p{L}*|delays?|flat tyres?|flat tires?|spam|paperwork|tax(?:es)?|being\s(?:ignored|woken|late|stuck)|when|montage?|überstunden|staus?|warteschlangen|besprechungen|steuern|papierkram|ausfälle|lunes|reuniones|colas|atascos|impuestos|madrugar|esperar|lundis?|réunions|embouteillages|impôts|lunedì|riunioni|code|tasse)(?!\p{L})/iu;
/** Faces with which nobody likes a thing. What it costs or where it is, people say with them in earnest. */
const FACE = /[\u{1F644}\u{1F612}\u{1F643}]/u;
/** Words that say that a sentence was irony, within it or behind its end. */
const MARK = String.raw`(?:irony|sarcasm|ironie|sarkasmus|ironía|sarcasmo|sarcasme|ironia)`;
const NOTED = String.raw`(?:(?:note|notice|end|begin)\s+(?:the|of)?\s*${MARK}|${MARK}\s+(?:aus|off|ende|end)|(?:that|this)\s+(?:was|is)\s+(?:irony|sarcasm|ironic|sarcastic)|(?:das\s+)?(?:war|ist)\s+(?:ironie|ironisch(?:\s+gemeint)?|sarkastisch|sarkasmus)|n[oó]tese\s+(?:la|el)\s+${MARK}|(?:es|era)\s+(?:ironía|irónico|sarcasmo)|c['’](?:est|était)\s+(?:ironique|de\s+l['’]ironie|du\s+sarcasme)|(?:è|era)\s+(?:ironico|ironia|sarcasmo)|[/#*(]\s*${MARK})`;
const MARKED = new RegExp(String.raw`^["”’)]?\s*(?:/s(?![\p{L}\p{N}])|(?:[-–—(*]\s*)?${NOTED}(?!\p{L}))`, 'iu');
const MARKED_WITHIN = new RegExp(String.raw`(?:[,;:(–—*#/-]\s*)(?:${NOTED}|${MARK})\s*[).!…*]*\s*$`, 'iu');

/** Returns true where a sentence, or the words behind it, say that it is irony. */
export function isMarkedIrony(said: string, behind: string): boolean {
  return MARKED.test(behind) || MARKED_WITHIN.test(said);
}

/** Returns true where nobody who says this likes what he says he likes, by what stands before, within and behind it. */
export function isSneered(before: string, said: string, behind: string): boolean {
  const praise = SNEERING.exec(before);
  if (praise !== null && (COMPLAINT.test(praise.groups!['behind']!) || BAD.test(said))) return true;
  if (ANOTHER.test(before) && COMPLAINING.test(before)) return true;
  return FACE.test(said + behind.slice(0, 8));
}
