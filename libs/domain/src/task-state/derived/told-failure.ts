import { wholeWords } from '../../terms/whole-words.ts';

/** Length of the start and of the end of a message that are read. */
const LOOKED_AT = 2_000;

/** Words by which a model says that something failed and still does. */
const FAILED = [
  String.raw`(?:can|could)(?: not|n[’']t)|(?:was|were)(?: not|n[’']t) (?:able|[\p{L}-]+ed)|cannot|unable to|(?<!(?:(?<!\d)0|no|zero|nothing|none|never|no longer|not) )fail(?:s|ed|ing)?|did(?: not|n[’']t) (?:work|succeed)|(?:got|get|returned?|gives?|with|hit) an? (?:[\p{L}-]+ )?error`,
  'fehlgeschlagen|gescheitert|scheitert|schlug fehl|schlägt fehl|(?:konnte|kann|ließ sich|lässt sich)n?(?: [\\p{L}-]+){0,8}? nicht',
  "a échoué|échoue|impossible de|n[’']a pas pu|n[’']ai pas pu|n[’']a pas fonctionné",
  'ha fallado|falló|falla|no (?:se )?(?:pude|pudo|puedo|puede)|no ha funcionado',
  'non è riuscito|non riesco|è fallit[oa]|non (?:posso|può|è stato possibile)',
  'falhou|não (?:foi possível|consegui|pôde|posso)',
  'mislukt|is niet gelukt|lukte niet|misslyckades|gick inte att',
  'не удалось|не получилось|не смог(?:ла|ло|ли)?|не могу|завершил\\p{L}* ошибкой',
].join('|');
const TOLD = new RegExp(`${wholeWords(FAILED)}|失敗しました|できませんでした|失败了?|无法|未能|실패했|수 없었`, 'giu');
/** Words by which it says that this is over. */
const RIGHTED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<!not |n[’']t |never |cannot be |not been )(?:fixed|resolved|repaired|solved|works now|now works?|(?:now|all|tests?) (?:now )?pass(?:es)?|pass(?:es)? (?:now|again)|succeeded|behoben|gelöst|repariert|(?:funktioniert|läuft) (?:jetzt|nun|wieder)|corrigé|résolu|réparé|(?:fonctionne|passe) (?:maintenant|désormais)|arreglad[oa]|corregid[oa]|resuelt[oa]|ya funciona|(?:ahora|ora) (?:funciona|funziona)|risolto|corretto|resolvido|corrigido|opgelost|åtgärdat|исправлен[оаы]?|исправил[аи]?)(?![\p{L}\p{N}])|修正しました|解決しました|已修复|已解决|해결했|수정했`,
  'iu',
);

/** Words by which it says that something fails all the same. */
const STILL =
  /(?<![\p{L}\p{N}])(?:still (?:fail(?:s|ed|ing)?|broken)|(?:immer noch|weiterhin) fehlgeschlagen|échoue encore|sigue fallando)(?![\p{L}\p{N}])/giu;

/** Code and what others say: blocks, lines and words in backticks, quoted lines, words in quotes. */
export const QUOTED =
  /```[\s\S]*?(?:```|$)|`[^`\n]{1,200}`|^\s{0,4}>[^\n]*|"[^"\n]{1,200}"|“[^”\n]{1,200}”|„[^“”\n]{1,200}[“”]|«[^»\n]{1,200}»|「[^」\n]{1,200}」/gmu;
const SENTENCE_END = /[.!?;:]+(?=\s|$)|[。！？；]|\n+/u;

/** Words behind which a sentence says what would be. Where a word has other meanings it begins a clause. */
export const CONDITION =
  /(?<![\p{L}\p{N}])(?:if|unless|in case|in the event|assuming|whenever|whether|wenn|falls|sofern|si|sinon|indien|если|jeśli|eğer)(?![\p{L}\p{N}])|(?:^|[,(–—]|\b(?:e|o|y|en|och))\s*(?:se|als(?! (?:der|die|das|ich|wir|es) )|om|caso)(?![\p{L}\p{N}])|^\s*(?:should|had|sollten?)(?![\p{L}\p{N}])|如果|若是|もし|만약|만일/iu;
/** The same of a time, where no comma parts it from what is not past. */
const AT_TIMES = /(?<![\p{L}\p{N}])(?:when|once|until|sobald|lorsque|quand|cuando|quando|wanneer|när|когда)(?![\p{L}\p{N}])[^,]*$/iu;
const IS_PAST = /ed$|^could|^was|^were|^did|^got|^konnte|^schlug|^falló|pu$|pud[eo]$|^не смог|^не удалось/iu;
/** Words directly in front of a failure that may be. */
const MAY_BE =
  /(?<![\p{L}\p{N}])(?:may|might|could|would|should|can|will|must|['’]ll|['’]d)(?: (?:also|still|even|then|have|again|not)){0,2} $/iu;

/** Words in front of a failure that deny it of all: "none of the tests", "kein Test ist". */
const OF_NONE =
  /(?<![\p{L}\p{N}.])(?:no|nothing|(?:0|zero|none)(?: of (?:the|my|our|your|these|those|them|all))?|kein\p{L}*|aucune?|ning[uú]n\p{L}*|nessun\p{L}*|nenhum\p{L}*|geen|ing[ae]n?)(?: (?!(?:and|but|so|because|the|an?|und|aber|der|die|das|et|mais|le|la|les|y|pero|el|los|las)(?!\p{L}))[\p{L}\p{N}-]+){0,3} (?:n[’'])?$/iu;
const IS_DENIAL = /not$|n[’']t$|^cannot|^unable|^impossible|^n[’']|^no |nicht$|^non |^não |^не|ない|无法|未能|없/iu;

/** Returns true where a text says it of what is, at least once: neither of what would or may be, nor on a condition, nor of none. */
function isStated(sentences: readonly string[], said: RegExp): boolean {
  return sentences.some((sentence) =>
    [...sentence.matchAll(said)].some(({ 0: words, index }) => {
      const before = sentence.slice(0, index);
      if (OF_NONE.test(before) && !IS_DENIAL.test(words)) return false;
      return !CONDITION.test(before) && !MAY_BE.test(before) && (IS_PAST.test(words) || !AT_TIMES.test(before));
    }),
  );
}

/** Returns true for a message of the model that says that something failed, and not that it was put right. */
export function tellsFailure(text: string): boolean {
  const read = text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`;
  const sentences = read.replaceAll(QUOTED, ' ').split(SENTENCE_END);
  return isStated(sentences, STILL) || (isStated(sentences, TOLD) && !RIGHTED.test(read));
}
