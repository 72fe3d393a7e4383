import { heaviestTerms } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import { readStatistics } from '../search/read-statistics.ts';

const SECOND_HOP_TERMS = 5;
const STATISTICS_TERMS = 256;

/**
 * Finds the terms of a text with the most weight in its space, in their original spelling. A second
 * hop adds them to its query.
 */
export async function chooseExpansionTerms(
  { index, analyser }: Pick<RetrieverDeps, 'index' | 'analyser'>,
  place: { tenant: string; space: string },
  text: string,
  without: ReadonlySet<string>,
): Promise<string[]> {
  const spans = analyser.analyseSpans(text);
  const terms = [...new Set(spans.map((span) => span.term))].slice(0, STATISTICS_TERMS);
  const known = await readStatistics(index, place, terms);
  const frequencies = new Map(terms.map((term, i) => [term, known.documentFrequencies[i] ?? 0]));
  const heavy = heaviestTerms(
    text,
    spans.filter((span) => frequencies.has(span.term)),
    { count: SECOND_HOP_TERMS, documents: known.documents, frequencyOf: (term) => frequencies.get(term) ?? 0, without },
  );
  return heavy.map(({ surface }) => surface);
}
