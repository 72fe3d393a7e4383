import { STANDING_CUES, type TextAnalyser } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { countTerms } from './add-text-candidates.ts';
import type { QueryTerms } from './choose-terms.ts';
import { pendingHits } from './pending-hits.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

/** Most documents that are looked at for standing statements. */
const STANDING_CANDIDATES = 64;

/**
 * Adds messages of the user with words of standing instructions and preferences, which bear on what shall be made or
 * advised though they share few words with the question. Returns their events.
 */
export async function addStandingCandidates(
  index: Pick<MemoryIndex, 'searchText' | 'countsOf'>,
  analyser: TextAnalyser,
  input: SearchInput,
  { terms: { terms }, candidates }: { readonly terms: QueryTerms; readonly candidates: Candidates },
): Promise<ReadonlySet<string>> {
  const { tenant, space, pending } = input;
  const filter = { ...input.filter, kinds: ['user_message' as const] };
  if (input.filter.kinds !== undefined && !input.filter.kinds.includes('user_message')) return new Set();
  const cues = [...new Set(analyser.analyse(STANDING_CUES.join(' ')))];
  const found = await index.searchText({ tenant, space, terms: cues, limit: STANDING_CANDIDATES, filter });
  const missing = found.filter((hit) => !candidates.has(hit));
  const counts = await countTerms(index, input, terms, missing);
  const wordless = { termCounts: terms.map(() => 0), length: 0 };
  candidates.add(missing.map((hit, at) => ({ ...hit, ...(counts[at] ?? wordless) })));
  const unindexed = pending.flatMap((event) =>
    pendingHits(event, cues, filter).length > 0 ? pendingHits(event, [...terms, ...cues], filter) : [],
  );
  candidates.add(unindexed.map((hit) => ({ ...hit, termCounts: hit.termCounts.slice(0, terms.length) })));
  return new Set([...found, ...unindexed].map(({ eventId }) => eventId));
}
