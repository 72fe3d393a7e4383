import { firstPersonIn } from './first-person.ts';
import { statingSentences } from './stating-sentences.ts';

/**
 * Returns false where a message tells nothing of its speaker: no sentence of it that states something has a word of the
 * first person ("That crowd looks wild, you must have loved it"). Returns true where the language cannot be told, or may
 * leave such words out.
 */
export function tellsOfSpeaker(text: string): boolean {
  const isFirstPerson = firstPersonIn(text);
  return isFirstPerson === undefined || statingSentences(text).some(({ from, to }) => isFirstPerson(text.slice(from, to)));
}
