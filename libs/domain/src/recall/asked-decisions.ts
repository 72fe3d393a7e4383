import { atFirstUse } from '../lazy/at-first-use.ts';
import { wholeWords } from '../terms/whole-words.ts';

/** Words that ask for decisions, by language: regular expressions over whole words. */
const ASKS_DECISIONS: Readonly<Record<string, string>> = {
  en: "decisions?|(?:did|have|had) (?:we|i|you|they|the (?:team|agent|user))(?: [\\p{L}'’-]+){0,2}? (?:decided?|agreed? (?:on|to)|settled? on|choo?se|chosen)|(?:we|i|you)(?: [\\p{L}'’-]+)? (?:decided|agreed (?:on|to)|settled on|chose)",
  de: 'entscheidung(?:en)?|beschl(?:uss|üsse)|entschieden|beschlossen',
  fr: 'décisions?|décidé(?:e?s)?',
  es: 'decisi(?:ón|ones)|decidi(?:mos|do|ste|ó)|decidí',
  it: 'decision[ei]|deciso',
  pt: 'decis(?:ão|ões)|decidi(?:mos|do|u)?',
  nl: 'beslissing(?:en)?|besluit(?:en)?|besloten',
  sv: 'beslut(?:en|et)?|bestäm(?:de|t|ts)|beslutade?',
  ru: 'решени[еяйю]|решил[аи]?',
};
/** The same of languages that are written without spaces. */
const UNSPACED = '決定|決め|决定|決意';

/** Verbs that go with a decision: "the last one we made". */
const MAKING =
  /(?<![\p{L}\p{N}])(?:made|make|took|taken?|reached|getroffen|gefällt|prise?s?|tomad[ao]s?|tomamos|pres[ao]|genomen|fatta(?:t|des?)|принят\p{L}*)(?![\p{L}\p{N}])/giu;
const MAX_CHARS = 1_000;
const asks = atFirstUse(() => new RegExp(`${wholeWords(Object.values(ASKS_DECISIONS).join('|'))}|(?:${UNSPACED})`, 'giu'));

/** Words with which decisions are told, for a search where none was kept as such. */
export const DECISION_WORDS = 'decided decision agreed settled chose';

/**
 * Returns a query for decisions without the words that ask for these: "our latest decision", "what did we decide".
 * Undefined where it asks for none.
 */
export function withoutDecisionWords(query: string): string | undefined {
  const text = query.slice(0, MAX_CHARS);
  const rest = text.replace(asks(), ' ');
  return rest === text ? undefined : rest.replace(MAKING, ' ');
}
