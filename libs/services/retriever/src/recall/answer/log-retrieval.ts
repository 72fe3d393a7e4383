import type { RecallHit, RecallOutcome, RecallRequest } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { PendingLog } from '../ask/read-pending-log.ts';
import type { Escalated } from '../retry/escalate.ts';
import type { PackedAnswer } from '../pack/pack-answer.ts';
import { roundTo } from './round-to.ts';
import type { SearchResult } from '../search/search-query.ts';

interface RetrievalFacts {
  readonly request: RecallRequest;
  readonly retrievalId: string;
  readonly packed: PackedAnswer;
  readonly hits: readonly RecallHit[];
  readonly results: readonly SearchResult[];
  readonly budgetTokens: number;
  readonly completeness: number | null;
  readonly tookMs: number;
  readonly covered: PendingLog;
  readonly confidence: number;
  readonly outcome: RecallOutcome;
  readonly escalated: Escalated;
}

/** Writes the retrieval log and informs the observer: ids and numbers, never text. Source: R10. */
export async function logRetrieval(
  deps: RetrieverDeps,
  {
    request,
    retrievalId,
    packed,
    hits,
    results,
    budgetTokens,
    completeness,
    tookMs,
    covered,
    confidence,
    outcome,
    escalated,
  }: RetrievalFacts,
): Promise<void> {
  const { tenant, space, session } = request;
  await deps.anatomy.appendRetrievals([
    {
      retrievalId,
      tenant,
      space,
      ...(session === undefined ? {} : { session }),
      at: deps.clock.now(),
      queryCount: request.queries.length,
      queryTerms: results.reduce((sum, result) => sum + result.weights.size, 0),
      hitEventIds: hits.map((hit) => hit.eventId),
      packedEventIds: [...new Set(packed.passages.map((piece) => piece.eventId))],
      topScore: hits[0]?.score ?? 0,
      tokens: packed.tokens,
      budgetTokens,
      completeness,
      ...(request.pushed ? { pushed: true as const } : {}),
      confidence: roundTo(confidence, 4),
      outcome,
      attempts: escalated.attempts.length,
      tookMs,
    },
  ]);
  const candidates = results.reduce((sum, result) => sum + result.candidates, 0);
  deps.observer.recalled({
    seconds: tookMs / 1000,
    queries: request.queries.length,
    candidates,
    pending: covered.pending.length,
    hits: hits.length,
    tokens: packed.tokens,
    budgetTokens,
    completeness,
    confidence,
    outcome,
    escalated: escalated.attempts.map(({ reason }) => ({ reason, used: reason === escalated.used })),
  });
}
