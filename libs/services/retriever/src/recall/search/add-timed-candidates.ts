import { rulesOf, type EventKind, type TextAnalyser } from '@total-recall/domain';
import type { MemoryIndex } from '@total-recall/ports';
import { addByCues } from './add-by-cues.ts';
import type { QueryTerms } from './choose-terms.ts';
import type { Candidates, SearchInput } from './query-candidates.ts';

const MESSAGES = ['user_message', 'agent_message'] as const;
/** Kinds that what was said in a time is found by, where they are asked for. */
const SAID = [...MESSAGES, 'decision'] as const;
/** Most messages of a time that are looked at. */
export const TIMED_CANDIDATES = 256;

/**
 * Adds what was said in the time that a question names, whatever it is about: messages, and decisions where these are
 * asked for. It is found by who speaks, which stands before each message in the index.
 */
export async function addTimedCandidates(
  index: Pick<MemoryIndex, 'searchText' | 'countsOf'>,
  analyser: TextAnalyser,
  input: SearchInput,
  own: { readonly terms: QueryTerms; readonly candidates: Candidates },
): Promise<void> {
  const asked: readonly EventKind[] = input.filter.kinds ?? MESSAGES;
  const kinds = SAID.filter((kind) => asked.includes(kind));
  if (kinds.length === 0) return;
  const cues = input.speaker ?? headerCues(analyser, kinds);
  const isOfAll = input.speaker !== undefined;
  await addByCues(index, input, own, { cues, isOfAll, filter: { ...input.filter, kinds }, limit: TIMED_CANDIDATES });
}

/** Returns the terms of who speaks, or of what a kind is, which stand before each event of these kinds in the index. */
export function headerCues(analyser: TextAnalyser, kinds: readonly EventKind[] = MESSAGES): string[] {
  return [...new Set(kinds.flatMap((kind) => analyser.analyse(rulesOf(kind).header)))];
}
