import { ENGLISH_STOP_WORDS } from '../stop-words.ts';

/** Fewer words are a name, and what surrounds it answers. */
const LEAST_WORDS = 4;
/** Share of the weight of a query's words that an event holds which the query is about. */
const HELD = 0.7;

/** Whether a query lists words without a sentence around them: it says what something is about, and asks for no line of it. */
export function isListOfWords(query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length >= LEAST_WORDS && !query.includes('?') && !words.some((word) => ENGLISH_STOP_WORDS.has(word));
}

/** Whether an event is what a list of words is about: its passages hold nearly all of them. */
export function isMeantAsWhole(coverage: number): boolean {
  return coverage >= HELD;
}
