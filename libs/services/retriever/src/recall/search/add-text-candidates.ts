import type { DocumentId, MemoryIndex, TermCounts } from '@total-recall/ports';
import type { RecallConfig } from '../../retriever-deps.ts';
import type { QueryTerms } from './choose-terms.ts';
import { pendingHits } from './pending-hits.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

const EXACT_CANDIDATES = 64;

/**
 * Adds candidates by the words of the query, by its identifiers alone if the words match too many,
 * and those not indexed yet.
 */
export async function addTextCandidates(
  index: MemoryIndex,
  config: RecallConfig,
  input: SearchInput,
  { terms: { terms, exact }, candidates }: { readonly terms: QueryTerms; readonly candidates: Candidates },
): Promise<void> {
  const { tenant, space, filter, pending } = input;
  const found = await index.searchText({ tenant, space, terms, limit: config.candidates, filter });
  candidates.add(found);
  if (found.length === config.candidates && config.ranking.exact && exact.includes(true)) {
    const own = terms.filter((_, i) => exact[i]);
    const holding = await index.searchText({ tenant, space, terms: own, limit: EXACT_CANDIDATES, filter });
    const missing = holding.filter((hit) => !candidates.has(hit));
    const counts = await countTerms(index, input, terms, missing);
    candidates.add(missing.flatMap((hit, at) => (counts[at] === undefined ? [] : [{ ...hit, ...counts[at] }])));
  }
  candidates.add(pending.flatMap((event) => pendingHits(event, terms, filter)));
}

/** Counts how often each term occurs in these documents. */
export async function countTerms(
  index: Pick<MemoryIndex, 'countsOf'>,
  { tenant, space }: SearchInput,
  terms: readonly string[],
  documents: readonly DocumentId[],
): Promise<(TermCounts | undefined)[]> {
  return documents.length === 0 ? [] : index.countsOf({ tenant, space, terms, documents });
}
