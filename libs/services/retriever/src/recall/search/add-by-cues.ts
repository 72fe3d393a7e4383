import type { MemoryIndex, TextFilter, TextHit } from '@total-recall/ports';
import { countTerms } from './add-text-candidates.ts';
import type { QueryTerms } from './choose-terms.ts';
import { pendingHits } from './pending-hits.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

/** Search of documents by other terms than those of the question. */
export interface CueSearch {
  readonly cues: readonly string[];
  /** True where a document must hold all of them. */
  readonly isOfAll?: boolean;
  readonly filter: TextFilter;
  /** Most documents that are looked at. */
  readonly limit: number;
}

/** Adds the documents that hold a cue, with the counts of the question's own terms, and returns them. */
export async function addByCues(
  index: Pick<MemoryIndex, 'searchText' | 'countsOf'>,
  input: SearchInput,
  { terms: { terms }, candidates }: { readonly terms: QueryTerms; readonly candidates: Candidates },
  { cues, isOfAll = false, filter, limit }: CueSearch,
): Promise<readonly Pick<TextHit, 'eventId'>[]> {
  const { tenant, space, pending } = input;
  const isMeant = isOfAll ? holdsAll : () => true;
  const found = (await index.searchText({ tenant, space, terms: cues, limit, filter })).filter(isMeant);
  const missing = found.filter((hit) => !candidates.has(hit));
  const counts = await countTerms(index, input, terms, missing);
  const wordless = { termCounts: terms.map(() => 0), length: 0 };
  candidates.add(missing.map((hit, at) => ({ ...hit, ...(counts[at] ?? wordless) })));
  const unindexed = pending.flatMap((event) =>
    pendingHits(event, cues, filter).some(isMeant) ? pendingHits(event, [...terms, ...cues], filter) : [],
  );
  candidates.add(unindexed.map((hit) => ({ ...hit, termCounts: hit.termCounts.slice(0, terms.length) })));
  return [...found, ...unindexed];
}

/** Returns true for a hit that holds all terms it was searched by. */
export const holdsAll = ({ termCounts }: Pick<TextHit, 'termCounts'>): boolean => termCounts.every((count) => count > 0);
