import { OTHER_LANGUAGES } from './other-languages/other-words.ts';
import { patternsByWords } from './patterns-by-words.ts';

/** Words with which somebody is asked to do a thing, in front of the verb. */
const ASKED =
  '(?:can|could|would|will|please|help|kannst|könntest|könnt|können|könnten|würdest|würden|magst|bitte|peux|pouvez|pourrais|pourriez|puedes|podrías|puede|podría|puoi|potresti|può|potrebbe|pode|podes|poderia|consegue|kun|kunt|kan|zou|wil)(?![’\x27]t)';
/** Names a text that stands beside the request, and no text of another place ("the contract"). */
const TEXT =
  '(?:sentences?|texts?|paragraphs?|messages?|lines?|passages?|phrases?|satz|sätze|text|absatz|zeilen?|nachricht|textes?|message|paragraphe|lignes?|frases?|texto|mensaje|párrafo|líneas?|frase|frasi|testo|messaggio|riga|mensagem|zin|zinnen|tekst|bericht|mening(?:en)?|meddelande)';
/** Words that may stand behind a bare "this" where no noun follows that it points to ("that function"). */
const BEHIND_BARE =
  '(?:for|to|into|in|from|as|and|or|please|now|with|correctly|properly|quickly|back|here|translate|bitte|mal|kurz|schnell|auf|ins|für|von|aus|zu|und|noch|nochmal|jetzt|hier|einmal|richtig|übersetzen|korrigieren|umformulieren|en|au|vers|pour|de|du|et|stp|svp|al|a|para|por|del|y|in|per|dal|all|e|ao|do|naar|het|voor|uit|alsjeblieft|even|vertalen|till|från|åt|tack|här|à|s|traduire|reformuler|traducir|traduzir|tradurre|översätta)';
const BARE = `(?:this|that|it|these|those|das|dies|dieses|folgendes|ça|cela|ceci|esto|eso|questo|ciò|isto|isso|dit|dat|het|det|detta)(?=\\s*(?:[^\\p{L}\\p{N}\\s]|$)|\\s+${BEHIND_BARE}(?![\\p{L}\\p{N}]))`;
const ENGLISH_TEXT =
  '(?:the|this|that|my|these|those)\\s(?:(?:next|following|short|english|german|french|spanish|italian|portuguese|dutch|swedish|russian|chinese|japanese)\\s){0,2}';
const IT = `(?:${BARE}|${ENGLISH_TEXT}${TEXT}|the\\sfollowing|dies\\p{L}*\\s(?:folgenden?\\s)?${TEXT}|(?:de[nr]|die|das)\\s(?:nächsten?\\s|folgenden?\\s)?${TEXT}|(?:cette|cet|ce|la|le)\\s${TEXT}|est[ae]\\s${TEXT}|quest[ao]\\s${TEXT}|(?:deze|dit|die)\\s${TEXT}|den här\\s${TEXT})`;
/** The verb, with what it is done to in it where a language writes it so: "traducirlo". */
const DO =
  '(?:translate|rephrase|paraphrase|proofread|übersetzen|korrigieren|umformulieren|traduire|reformuler|traducir|traduzir|tradurre|vertalen|översätta)';
/** Verbs behind what is to be translated; an English one behind "it" has it as its subject. */
const DO_BEHIND = '(?:übersetzen|korrigieren|umformulieren|vertalen)';
const DO_IT = '(?:(?:le|la|les)\\s(?:traduire|reformuler)|traducír?(?:mel|l)[oa]s?|traducirl[oa]s?|tradurl[oa]|traduzi-l[oa])';
/** An order to do it. */
const ORDER = '(?:übersetzt?|übersetze|traduis(?:ez)?|traduce[sn]?|traduzca|traduci|traduca|traduz|traduza|vertaal|översätt)';
/** The same, and orders to put a text right or into other words. */
const ORDER_OF_TEXT = `(?:${ORDER}|translate|proofread|rephrase|paraphrase|korrigiere?|formuliere?|verbessere|kürze|überarbeite|redigiere|corrige[zs]?|reformule[zs]?|améliorez?|raccourcis|relis|corrija|reformula|mejora|corregg[ia]|riformula|migliora|corrija|melhora|corrigeer|herformuleer|verbeter|rätta|omformulera)`;
/** A request that ends its line in a colon need not say what it asks to have translated: it stands below. */
const ENDS_LINE = '[^\\n:.!?？：]{0,48}[:：](?=[ \\t]*\\n)';
/** Other words of the request. Behind a comma another one may begin. */
const SOME = '[^\\n:.!?？,]{0,48}?';
const FEW = '[^\\n:.!?？,]{0,20}?';
const EDGE = '(?![\\p{L}\\p{N}])';
const BEGIN = '(?<![\\p{L}\\p{N}])';

/** Requests to translate a text that stands beside them. Each ends in a question mark or a colon. */
const REQUESTS = [
  ...[
    `${BEGIN}${ASKED}${EDGE}${SOME}${BEGIN}(?:${DO}${EDGE}${FEW}${BEGIN}${IT}${EDGE}|${IT}${EDGE}${SOME}${BEGIN}${DO_BEHIND}${EDGE}|${DO_IT}${EDGE})`,
    `${BEGIN}${ORDER}${EDGE}${FEW}${BEGIN}${IT}${EDGE}`,
    '(?:翻译|翻譯|翻訳し|訳して)',
  ].map((words) => new RegExp(`(?:${words})[^\\n:.!?？：。]{0,48}[:?？：]`, 'giu')),
  new RegExp(`(?<=^[ \\t]*)(?:(?:${ASKED})${EDGE}[ \\t]*,?[ \\t]*)?${ORDER_OF_TEXT}${EDGE}${ENDS_LINE}`, 'gimu'),
  new RegExp(`(?<=^[ \\t]*)${ASKED}${EDGE}${FEW}${BEGIN}(?:${DO}|${DO_IT})${EDGE}${ENDS_LINE}`, 'gimu'),
];

/** Most texts have the words of no request, and are not searched. */
const requestsIn = patternsByWords(() => REQUESTS);

/** Matches requests about a fault, or for a program in another language. */
const OTHER =
  /(?<!\p{L})(?:why|fails?|failing|failed|warum|wieso|weshalb|pourquoi|por qué|perché|por que|waarom|varför)(?!\p{L})|(?<!\p{L})(?:to|into|in|nach|zu|en|vers|a|para|naar|till)\s+(?:(?:idiomatic|modern|plain|pure)\s+)?(?:python|rust|java|javascript|typescript|js|ts|jsx|tsx|go|golang|ruby|php|kotlin|swift|scala|perl|lua|haskell|elixir|erlang|clojure|dart|zig|julia|fortran|cobol|matlab|r|c|c\+\+|c#|f#|sql|bash|shell|powershell|react|vue|svelte|yaml|json|toml|xml|html|css|markdown|latex|regex|pseudo-?code|code)(?![\p{L}\p{N}])/iu;

/** Standing instructions, which are for the reader and no text to translate. */
const INSTRUCTION = new RegExp(
  `^\\s*(?:(?:also|and|but|und|et|y|e|en|och)\\s*,?\\s+)?(?:please\\s+)?(?:${[
    'from\\s+now\\s+on|(?:always|never)\\s+(?:answer|reply|respond|use|write|speak|format|add|call|address)|(?:answer|reply|respond|write)\\s[^.!?\\n]{0,40}always',
    ...Object.values(OTHER_LANGUAGES).map(({ instructions }) => instructions.replaceAll('~', '\\s+')),
  ].join('|')})`,
  'iu',
);
const SENTENCE = /[^.!?。！？\n]*[.!?。！？\n]*/gu;

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns where words stand that somebody asks to have translated, with the requests; in order of the kinds of request. */
export function askedToTranslate(text: string): readonly Range[] {
  return requestsIn(text).flatMap((at) =>
    [...text.matchAll(REQUESTS[at]!)]
      .filter(([words]) => !OTHER.test(words))
      .flatMap(({ index, 0: words }) => translated(text, { from: index, to: index + words.length })),
  );
}

/**
 * Returns what is meant by a request: the rest of its paragraph, or else the next one, or else the words before it. Behind a
 * colon that ends its line it is all the rest, as in other requests of `FOREIGN`.
 */
function translated(text: string, request: Range): readonly Range[] {
  const rest = text.slice(request.to);
  const behind = request.to + (rest.length - rest.trimStart().length);
  const line = { from: text.lastIndexOf('\n', request.from) + 1, to: endOf(text.indexOf('\n', request.to), text) };
  if (behind < text.length) {
    const isColon = /[:：]$/u.test(text.slice(request.from, request.to));
    const isBelow = behind >= line.to;
    const end = /\n[ \t\r]*\n/u.exec(text.slice(behind));
    const to = end === null || (isColon && isBelow) ? text.length : behind + end.index;
    // The text to translate begins behind a colon, or on a line of its own.
    if (isColon || isBelow) return [{ from: request.from, to }];
    return [{ from: request.from, to: request.to }, ...withoutInstructions(text, { from: request.to, to: line.to }), { from: line.to, to }];
  }
  const before = text.slice(0, request.from).trimEnd().length;
  const from = text.lastIndexOf('\n\n', before - 1) + 1;
  const own = Math.max(from, line.from);
  return [{ from, to: own }, ...withoutInstructions(text, { from: own, to: request.from }), { from: request.from, to: text.length }];
}

function endOf(at: number, text: string): number {
  return at === -1 ? text.length : at;
}

/** Returns the sentences of a range but for standing instructions. */
function withoutInstructions(text: string, { from, to }: Range): readonly Range[] {
  return [...text.slice(from, to).matchAll(SENTENCE)]
    .filter(({ 0: words }) => words !== '' && !INSTRUCTION.test(words))
    .map(({ index, 0: words }) => ({ from: from + index, to: from + index + words.length }));
}
