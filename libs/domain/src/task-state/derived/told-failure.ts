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
const TOLD = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${FAILED})(?![\p{L}\p{N}])|失敗しました|できませんでした|失败了?|无法|未能|실패했|수 없었`,
  'iu',
);
/** Words by which it says that this is over. */
const RIGHTED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?<!not |n[’']t |never |cannot be |not been )(?:fixed|resolved|repaired|solved|works now|now works?|(?:now|all|tests?) (?:now )?pass(?:es)?|succeeded|behoben|gelöst|repariert|funktioniert (?:jetzt|nun|wieder)|corrigé|résolu|réparé|fonctionne maintenant|arreglad[oa]|corregid[oa]|resuelt[oa]|risolto|corretto|resolvido|corrigido|opgelost|åtgärdat|исправлен[оаы]?|исправил[аи]?)(?![\p{L}\p{N}])|修正しました|解決しました|已修复|已解决|해결했|수정했`,
  'iu',
);

/** Words by which it says that something fails all the same. */
const STILL =
  /(?<![\p{L}\p{N}])(?:still (?:fail(?:s|ed|ing)?|broken)|(?:immer noch|weiterhin) fehlgeschlagen|échoue encore|sigue fallando)(?![\p{L}\p{N}])/iu;

/** Returns true for a message of the model that says that something failed, and not that it was put right. */
export function tellsFailure(text: string): boolean {
  const read = text.length <= 2 * LOOKED_AT ? text : `${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`;
  return STILL.test(read) || (TOLD.test(read) && !RIGHTED.test(read));
}
