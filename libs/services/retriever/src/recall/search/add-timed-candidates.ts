import { rulesOf, type TextAnalyser } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { addByCues } from './add-by-cues.ts';
import type { QueryTerms } from './choose-terms.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

const MESSAGES = ['user_message', 'agent_message'] as const;
/** Most messages of a time that are looked at. */
export const TIMED_CANDIDATES = 256;

/**
 * Adds the messages of the time that a question names, whatever they are about. They are found by who speaks, which
 * stands before each message in the index.
 */
export async function addTimedCandidates(
  index: Pick<MemoryIndex, 'searchText' | 'countsOf'>,
  analyser: TextAnalyser,
  input: SearchInput,
  own: { readonly terms: QueryTerms; readonly candidates: Candidates },
): Promise<void> {
  const kinds = MESSAGES.filter((kind) => input.filter.kinds?.includes(kind) ?? true);
  if (kinds.length === 0) return;
  await addByCues(index, input, own, { cues: speakerCues(analyser), filter: { ...input.filter, kinds }, limit: TIMED_CANDIDATES });
}

/** Returns the terms of who speaks, which stand before each message in the index. */
export function speakerCues(analyser: TextAnalyser): string[] {
  return [...new Set(MESSAGES.flatMap((kind) => analyser.analyse(rulesOf(kind).header)))];
}
