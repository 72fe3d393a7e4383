import { completenessOf } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';
import type { PackedAnswer } from '../pack/pack-answer.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import { chooseExpansionTerms } from '../retry/choose-expansion-terms.ts';
import type { FoundEvents } from '../retry/found-events.ts';

interface CompletenessInput {
  readonly found: FoundEvents;
  readonly packed: Pick<PackedAnswer, 'passages'>;
  /** Searches and ranks one more query. */
  readonly search: (query: string) => Promise<RankedQuery>;
}

/**
 * Measures the share of key events reachable in two hops: packed, ranked by text in this recall, or ranked by a query
 * with the heaviest terms of the best evidence.
 */
export async function measureCompleteness(
  deps: Pick<RetrieverDeps, 'index' | 'analyser'>,
  { request, state }: Pick<Question, 'request' | 'state'>,
  { found, packed, search }: CompletenessInput,
): Promise<number | null> {
  const keyEvents = state?.taskState?.keyEvents ?? [];
  if (keyEvents.length === 0) return null;
  const inPack = new Set(packed.passages.map((piece) => piece.eventId));
  const firstHop = new Set(
    found.ranking
      .slice(0, LIMITS.hitsPerRecall)
      .filter((event) => event.sources.includes('text'))
      .map((event) => event.eventId),
  );
  const secondHop = new Set<string>();
  const best = packed.passages[0];
  const first = found.queries[0];
  if (best !== undefined && first !== undefined && keyEvents.some((id) => !inPack.has(id) && !firstHop.has(id))) {
    const heavy = await chooseExpansionTerms(deps, request, best.text, new Set(first.weights.keys()));
    const second = await search(`${request.queries[0]!} ${heavy.join(' ')}`);
    for (const event of second.ranked.slice(0, LIMITS.hitsPerRecall)) if (event.matched) secondHop.add(event.eventId);
  }
  return completenessOf(keyEvents, { packed: inPack, firstHop, secondHop });
}
