/** Words with which somebody is asked to do a thing, in front of the verb. */
const ASKED =
  '(?:can|could|would|will|please|help|kannst|könntest|könnt|können|könnten|würdest|würden|magst|bitte|peux|pouvez|pourrais|pourriez|puedes|podrías|puede|podría|puoi|potresti|può|potrebbe|pode|podes|poderia|consegue|kun|kunt|kan|zou|wil)(?![’\x27]t)';
/** Names a text that stands beside the request, and no text of another place ("the contract"). */
const TEXT =
  '(?:sentences?|texts?|paragraphs?|messages?|lines?|passages?|phrases?|satz|sätze|text|absatz|zeilen?|nachricht|textes?|message|paragraphe|lignes?|frases?|texto|mensaje|párrafo|líneas?|frase|frasi|testo|messaggio|riga|mensagem|zin|zinnen|tekst|bericht|mening(?:en)?|meddelande)';
const IT = `(?:this|that|it|these|those|(?:the|this|that|my)\\s(?:next\\s|following\\s)?${TEXT}|das|dies\\p{L}*(?:\\s(?:folgenden?\\s)?${TEXT})?|folgendes|(?:de[nr]|die)\\s(?:nächsten?\\s|folgenden?\\s)?${TEXT}|ça|cela|ceci|(?:cette|cet|ce|la|le)\\s${TEXT}|esto|eso|est[ae]\\s${TEXT}|questo|ciò|quest[ao]\\s${TEXT}|isto|isso|est[ae]\\s${TEXT}|dit|het|deze\\s${TEXT}|det|detta|den här\\s${TEXT})`;
/** The verb, with what it is done to in it where a language writes it so: "traducirlo". */
const DO =
  '(?:translate|rephrase|paraphrase|proofread|übersetzen|korrigieren|umformulieren|traduire|reformuler|traducir|traduzir|tradurre|vertalen|översätta)';
const DO_IT = '(?:(?:le|la|les)\\s(?:traduire|reformuler)|traducír?(?:mel|l)[oa]s?|traducirl[oa]s?|tradurl[oa]|traduzi-l[oa])';
/** An order to do it. */
const ORDER = '(?:übersetzt?|übersetze|traduis(?:ez)?|traduce[sn]?|traduzca|traduci|traduca|traduz|traduza|vertaal|översätt)';
const SOME = '[^\\n:.!?？]{0,48}?';
const EDGE = '(?![\\p{L}\\p{N}])';
const BEGIN = '(?<![\\p{L}\\p{N}])';

/** Requests to translate a text that stands beside them. Each ends in a question mark or a colon. */
const REQUESTS = [
  `${BEGIN}${ASKED}${EDGE}${SOME}${BEGIN}(?:${DO}${EDGE}${SOME}${BEGIN}${IT}${EDGE}|${IT}${EDGE}${SOME}${BEGIN}${DO}${EDGE}|${DO_IT}${EDGE})`,
  `${BEGIN}${ORDER}${EDGE}${SOME}${BEGIN}${IT}${EDGE}`,
  '(?:翻译|翻譯|翻訳し|訳して)',
].map((words) => new RegExp(`(?:${words})[^\\n:.!?？：。]{0,48}[:?？：]`, 'iu'));

/** Returns where the words stand that somebody asks to have translated, with the request; undefined where nobody does. */
export function askedToTranslate(text: string): { readonly from: number; readonly to: number } | undefined {
  for (const request of REQUESTS) {
    const found = request.exec(text);
    if (found === null) continue;
    const behind = found.index + found[0].length;
    if (text.slice(behind).trim() !== '') return { from: found.index, to: text.length };
    // Nothing stands behind it, so the words right before it are meant.
    const before = text.slice(0, found.index).trimEnd().length;
    return { from: text.lastIndexOf('\n\n', before - 1) + 1, to: text.length };
  }
  return undefined;
}
