import { placeTerms } from './placed-terms.ts';
import { readTerms } from './read-terms.ts';
import { tellingTerms } from './telling-terms.ts';

const LABEL_TOPICS = 3;
const TERMS_A_TEXT = 256;

/** The topics of a few texts, best first; the first serves as a label. */
export function labelTopics(texts: readonly string[]): string[] {
  const { terms, held } = placeTerms(texts.map((text) => readTerms(text, TERMS_A_TEXT)));
  return tellingTerms({ own: held, terms, texts: texts.length, limit: LABEL_TOPICS });
}
