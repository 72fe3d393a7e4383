/** Words for a time that is over, in which something was so: what happened then tells nothing of now. */
const THEN = [
  'back\\s+(?:then|in\\s+(?:the\\s+day|those\\s+(?:days|years)|the\\s+(?:early\\s+|late\\s+)?\\p{L}+ties))|(?:at|around)\\s+(?:the|that)\\s+time|in\\s+those\\s+(?:days|years)|as\\s+an?\\s+(?:(?:small|little)\\s+)?(?:kid|child|teen(?:ager)?|student|young\\s+\\p{L}+)',
  'damals|seinerzeit|als\\s+kind|à\\s+l[’\x27]époque|en\\s+aquel(?:la\\s+época|los\\s+(?:tiempos|años))|de\\s+niñ[oa]|all[’\x27]epoca|a\\s+quei\\s+tempi|da\\s+(?:piccol|bambin|ragazz)[oa]|naquela\\s+(?:época|altura)|destijds|toentertijd|på\\s+den\\s+tiden',
].join('|');
/** Words by which somebody puts right what he has just said: it is of the same time. */
const CORRECTS =
  '(?:no,?\\s+wait|wait,?\\s+no|no|nope|sorry|correction|i\\s+mean(?:t)?|scratch\\s+that|nein|quatsch|non|perdón|scusa|desculpa|nee|nej)';
const BEFORE = new RegExp(`(?<!\\p{L})(?:${THEN})(?!\\p{L})(?:,?\\s*$|[^.;!?]*[,–—-]\\s*${CORRECTS}[\\s,:–—-]*$)`, 'iu');
const BEHIND = new RegExp(`^\\s+(?:${THEN})(?!\\p{L})`, 'iu');

/** Returns true where the words beside what happened say that it was in a time that is over: "I moved to Berlin back then". */
export function isOfFormerTimes(before: string, behind: string): boolean {
  return BEFORE.test(before) || BEHIND.test(behind);
}
