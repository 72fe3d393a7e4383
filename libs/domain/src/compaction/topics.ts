import { createTermReader, termsByPlace } from './read-terms.ts';
import { tellingTerms } from './telling-terms.ts';

const LABEL_TOPICS = 3;

/** The topics of a few texts, best first; the first serves as a label. */
export function labelTopics(texts: readonly string[]): string[] {
  const reader = createTermReader();
  for (const [place, text] of texts.entries()) reader.read(place, text);
  return tellingTerms({ own: termsByPlace(reader.terms(), texts.length), texts: texts.length, limit: LABEL_TOPICS });
}
