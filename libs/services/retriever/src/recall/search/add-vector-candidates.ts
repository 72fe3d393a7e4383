import type { MemoryIndex, TextHit } from '@total-recall/ports';
import type { RecallConfig } from '../../retriever-deps.ts';
import { countTerms } from './add-text-candidates.ts';
import type { QueryTerms } from './choose-terms.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';
import type { VectorSearch } from './search-vectors.ts';

interface VectorCandidates {
  readonly terms: QueryTerms;
  readonly candidates: Candidates;
  readonly vectors: VectorSearch;
}

/**
 * Adds candidates by their vectors, the similarities of the text candidates, and late interaction for the best of both.
 */
export async function addVectorCandidates(
  index: MemoryIndex,
  config: RecallConfig,
  input: SearchInput,
  { terms: { terms }, candidates, vectors }: VectorCandidates,
): Promise<void> {
  const unread = vectors.found.filter((hit) => !candidates.has(hit));
  const [counts, known] = await Promise.all([countTerms(index, input, terms, unread), vectors.similaritiesOf(candidates.uncovered())]);
  const wordless = { termCounts: terms.map(() => 0), length: 0 };
  candidates.add(unread.map((hit, at) => ({ ...hit, ...(counts[at] ?? wordless) })));
  candidates.addSimilarities([...vectors.found, ...known.hits], known.without);
  await addTokenMatches(candidates, vectors, candidates.toCompare(config.lateInteraction));
}

/** Adds late interaction of the query with these passages. */
export async function addTokenMatches(candidates: Candidates, vectors: VectorSearch, documents: readonly TextHit[]): Promise<void> {
  const found = await vectors.matchesOf(documents);
  if (found !== undefined) candidates.addMatches(documents, found.matches, found.weights);
}
