import { atFirstUse } from '../../lazy/at-first-use.ts';
import { isListOfWords } from '../packing/whole-events.ts';
import { NAME_WORDS } from './name-words.ts';

/** Number of characters of a query that are read. */
const MAX_CHARS = 1_000;
/** Up to two words may stand between the asking word and the thing: "which of the books", "what fantasy films". */
const BETWEEN = String.raw`(?: [^\s?!.,;:]+){0,2}? `;

const asking = atFirstUse((): RegExp => {
  const forms = Object.values(NAME_WORDS).flatMap(({ which, who, things }) => [
    String.raw`^\P{L}*(?:${who})(?!\p{L})`,
    String.raw`(?<!\p{L})(?:${which})${BETWEEN}(?:${things})(?!\p{L})`,
  ]);
  return new RegExp(forms.join('|'), 'iu');
});

/**
 * Returns true for a question whose answer has a name: who, where, which book, city or team. In eight languages that
 * write names alone with a capital. A list of words asks for nothing.
 */
export function asksForName(query: string): boolean {
  if (isListOfWords(query)) return false;
  return asking().test(query.slice(0, MAX_CHARS).replace(/\s+/gu, ' '));
}
