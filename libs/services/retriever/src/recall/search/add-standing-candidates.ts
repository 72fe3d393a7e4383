import { STANDING_CUES, type TextAnalyser } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { addByCues } from './add-by-cues.ts';
import type { QueryTerms } from './choose-terms.ts';
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
  own: { readonly terms: QueryTerms; readonly candidates: Candidates },
): Promise<ReadonlySet<string>> {
  if (input.filter.kinds !== undefined && !input.filter.kinds.includes('user_message')) return new Set();
  const cues = [...new Set(analyser.analyse(STANDING_CUES.join(' ')))];
  const filter = { ...input.filter, kinds: ['user_message' as const] };
  const found = await addByCues(index, input, own, { cues, filter, limit: STANDING_CANDIDATES });
  return new Set(found.map(({ eventId }) => eventId));
}
