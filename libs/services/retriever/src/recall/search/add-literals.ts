import type { MemoryIndex } from '@total-recall/ports';
import { countTerms } from './add-text-candidates.ts';
import type { QueryTerms } from './choose-terms.ts';
import type { FoundLiterals } from './found-literals.ts';
import { matchesFilter } from './pending-hits.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

/** Adds the passages that hold a literal of the query, with the counts of the query's own terms. */
export async function addLiterals(
  index: Pick<MemoryIndex, 'countsOf'>,
  input: SearchInput,
  { terms: { terms }, candidates, literals }: { terms: QueryTerms; candidates: Candidates; literals: FoundLiterals },
): Promise<void> {
  const missing = literals.hits.filter((hit) => !candidates.has(hit) && matchesFilter(hit, input.filter));
  const counts = await countTerms(index, input, terms, missing);
  candidates.add(missing.flatMap((hit, at) => (counts[at] === undefined ? [] : [{ ...hit, ...counts[at] }])));
}
