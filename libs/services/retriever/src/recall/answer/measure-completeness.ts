import { completenessOf, type RecallRequest, type SessionState } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import { chooseExpansionTerms } from '../retry/choose-expansion-terms.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import type { PackedAnswer } from '../pack/pack-answer.ts';
import type { SearchResult } from '../search/search-query.ts';

interface CompletenessInput {
  readonly state: SessionState | undefined;
  readonly packed: PackedAnswer;
  readonly ranking: readonly MergedEvent[];
  readonly results: readonly SearchResult[];
  readonly request: RecallRequest;
  readonly search: (query: string) => Promise<SearchResult>;
}

/**
 * Measures the share of key events reachable in two hops: packed, ranked by text in this recall, or ranked by a query
 * with the heaviest terms of the best evidence.
 */
export async function measureCompleteness(
  { index, analyser }: RetrieverDeps,
  { state, packed, ranking, results, request, search }: CompletenessInput,
): Promise<number | null> {
  const keyEvents = state?.taskState?.keyEvents ?? [];
  if (keyEvents.length === 0) return null;
  const inPack = new Set(packed.passages.map((piece) => piece.eventId));
  const firstHop = new Set(
    ranking
      .slice(0, LIMITS.hitsPerRecall)
      .filter((event) => event.sources.includes('text'))
      .map((event) => event.eventId),
  );
  const secondHop = new Set<string>();
  const best = packed.passages[0];
  const first = results[0];
  if (best !== undefined && first !== undefined && keyEvents.some((id) => !inPack.has(id) && !firstHop.has(id))) {
    const heavy = await chooseExpansionTerms({ index, analyser }, request, best.text, new Set(first.weights.keys()));
    const second = await search(`${request.queries[0]!} ${heavy.join(' ')}`);
    for (const event of second.ranked.slice(0, LIMITS.hitsPerRecall)) if (event.matched) secondHop.add(event.eventId);
  }
  return completenessOf(keyEvents, { packed: inPack, firstHop, secondHop });
}
