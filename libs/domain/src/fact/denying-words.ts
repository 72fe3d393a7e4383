/**
 * Words that deny or doubt what they stand in, in the languages that are read: none of them is part of the name of a thing or
 * of a value. "Plus" and "mai" are missing, which are a name and a month as well.
 */
export const DENYING_WORDS =
  'not|never|hardly|almost|nearly|barely|supposedly|allegedly|reportedly|apparently|maybe|perhaps|possibly|probably|presumably|nicht|nie|niemals|kaum|vielleicht|angeblich|anscheinend|offenbar|vermutlich|wahrscheinlich|selten|pas|jamais|rarement|peut-être|soi-disant|apparemment|nunca|quizás?|apenas|supuestamente|aparentemente|non|forse|raramente|presumibilmente|apparentemente|não|talvez|supostamente|niet|nooit|misschien|nauwelijks|blijkbaar|zelden|inte|aldrig|kanske|sällan';

const ALONE = new RegExp(`^(?:${DENYING_WORDS})$`, 'u');
const WITHIN = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${DENYING_WORDS})(?![\\p{L}\\p{N}-])(?!\\s+only)`, 'iu');
const AT_AN_END = new RegExp(`^(?:${DENYING_WORDS}|no)\\s|\\s(?:${DENYING_WORDS})$`, 'iu');

/** True for a word in small letters that denies or doubts. */
export function isDenying(word: string): boolean {
  return ALONE.test(word);
}

/** True where one of these words stands in a text; "not only" denies nothing. */
export function hasDenial(text: string): boolean {
  return WITHIN.test(text);
}

/** True where a value begins or ends with such a word: "never Postgres", "9090 peut-être". */
export function isDeniedValue(value: string): boolean {
  return AT_AN_END.test(value);
}
