import { rulesOf, type TextAnalyser } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { countTerms } from './add-text-candidates.ts';
import type { QueryTerms } from './choose-terms.ts';
import { pendingHits } from './pending-hits.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

const MESSAGES = ['user_message', 'agent_message'] as const;
/** Most messages of a time that are looked at. */
const TIMED_CANDIDATES = 256;

/**
 * Adds the messages of the time that a question names, whatever they are about. They are found by who speaks, which
 * stands before each message in the index.
 */
export async function addTimedCandidates(
  index: Pick<MemoryIndex, 'searchText' | 'countsOf'>,
  analyser: TextAnalyser,
  input: SearchInput,
  { terms: { terms }, candidates }: { readonly terms: QueryTerms; readonly candidates: Candidates },
): Promise<void> {
  const { tenant, space, pending } = input;
  const kinds = MESSAGES.filter((kind) => input.filter.kinds?.includes(kind) ?? true);
  if (kinds.length === 0) return;
  const filter = { ...input.filter, kinds };
  const speakers = [...new Set(analyser.analyse(`${rulesOf('user_message').header} ${rulesOf('agent_message').header}`))];
  const found = await index.searchText({ tenant, space, terms: speakers, limit: TIMED_CANDIDATES, filter });
  const missing = found.filter((hit) => !candidates.has(hit));
  const counts = await countTerms(index, input, terms, missing);
  const wordless = { termCounts: terms.map(() => 0), length: 0 };
  candidates.add(missing.map((hit, at) => ({ ...hit, ...(counts[at] ?? wordless) })));
  const unindexed = pending.flatMap((event) => pendingHits(event, [...speakers, ...terms], filter));
  candidates.add(unindexed.map((hit) => ({ ...hit, termCounts: hit.termCounts.slice(speakers.length) })));
}
