import { ENGLISH_STOP_WORDS, SENTENCE_WORDS } from '../stop-words.ts';

/** Fewer words are a name, and what surrounds it answers. */
const LEAST_WORDS = 4;
/** Share of the weight of a query's words that an event holds which the query is about. */
const HELD = 0.7;

const QUESTION_MARK = /[?？؟՞]/u;

/**
 * Returns true when a query lists words without a sentence around them: it names a subject rather than asks for a line.
 */
export function isListOfWords(query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length < LEAST_WORDS || QUESTION_MARK.test(query)) return false;
  return !words.some((word) => ENGLISH_STOP_WORDS.has(word) || SENTENCE_WORDS.has(word));
}

/** Returns true when an event is the subject of a list of words: its passages hold nearly all of them. */
export function isMeantAsWhole(coverage: number): boolean {
  return coverage >= HELD;
}
