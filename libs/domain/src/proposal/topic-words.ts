import { singular, wordsOf } from '../fact/normal-words.ts';
import type { FactSource, StatedFact } from '../fact/stated-fact.ts';

/** Words of four letters and more that stand in many sentences about anything. */
const EMPTY = new Set(
  'have been does will would could should shall were that this these those with from into than then they them their there here what when where which while your yours mine ours very just also only even still some many much more most about after before again always never because really want wants like likes make makes made need needs going gone know think thing people time year years month months week weeks today tomorrow yesterday currently longer anymore'.split(
    ' ',
  ),
);

/** Returns the words of a statement that say what it is about, without its value. */
export function topicWords({ from, to, value = '', subject }: StatedFact, { text }: Pick<FactSource, 'text'>): Set<string> {
  const without = new Set([...wordsOf(value), ...wordsOf(subject)]);
  const words = wordsOf(text.slice(from, to)).filter((word) => !without.has(word));
  return new Set(words.filter((word) => word.length >= 4 && !EMPTY.has(word)).map(singular));
}

/** Returns all words of a statement that tell something. */
export function sayingWords({ from, to }: StatedFact, { text }: Pick<FactSource, 'text'>): Set<string> {
  const words = wordsOf(text.slice(from, to)).filter((word) => !EMPTY.has(word) && (word.length >= 4 || /\p{N}/u.test(word)));
  return new Set(words.map(singular));
}
