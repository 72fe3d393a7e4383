import { placeTerms } from './placed-terms.ts';
import { readTerms } from './read-terms.ts';
import { distinctiveTerms } from './distinctive-terms.ts';

const LABEL_TOPICS = 3;
const TERMS_A_TEXT = 256;

/** Returns the topics of a few texts, best first; the first serves as a label. */
export function labelTopics(texts: readonly string[]): string[] {
  const placed = placeTerms(texts.map((text) => readTerms(text, TERMS_A_TEXT)));
  return distinctiveTerms({ placed, own: texts.map((_, place) => place), texts: texts.length, limit: LABEL_TOPICS });
}
