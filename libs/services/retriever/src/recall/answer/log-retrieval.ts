import type { RecallAnswer } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';
import type { RecallRun } from '../recall-run.ts';
import type { Escalation } from '../retry/escalate.ts';

interface RetrievalFacts {
  readonly answer: RecallAnswer;
  readonly escalation: Escalation;
}

/**
 * Writes the retrieval log and informs the observer: ids and numbers, never text. Nothing is logged of a session that was
 * erased meanwhile. Source: R10.
 */
export async function logRetrieval(
  { deps, isErased }: Pick<RecallRun, 'isErased'> & { readonly deps: Pick<RetrieverDeps, 'anatomy' | 'clock' | 'observer'> },
  { request, pending }: Pick<Question, 'request' | 'pending'>,
  { answer, escalation }: RetrievalFacts,
): Promise<void> {
  const { tenant, space, session } = request;
  const { retrievalId, hits, passages, tokens, budgetTokens, completeness, confidence, outcome, tookMs } = answer;
  const { found, attempts, used } = escalation;
  const records = [
    {
      retrievalId,
      tenant,
      space,
      ...(session === undefined ? {} : { session }),
      at: deps.clock.now(),
      queryCount: request.queries.length,
      queryTerms: found.queries.reduce((sum, query) => sum + query.weights.size, 0),
      hitEventIds: hits.map((hit) => hit.eventId),
      packedEventIds: [...new Set(passages.map((piece) => piece.eventId))],
      topScore: hits[0]?.score ?? 0,
      tokens,
      budgetTokens,
      completeness,
      ...(request.pushed ? { pushed: true as const } : {}),
      confidence,
      outcome,
      attempts: attempts.length,
      tookMs,
    },
  ];
  await deps.anatomy.appendRetrievals(isErased() ? [] : records);
  deps.observer.recalled({
    seconds: tookMs / 1000,
    queries: request.queries.length,
    candidates: found.queries.reduce((sum, query) => sum + query.candidates, 0),
    pending: pending.events.length,
    hits: hits.length,
    tokens,
    budgetTokens,
    completeness,
    confidence: found.judged.confidence,
    outcome,
    escalated: attempts.map(({ reason }) => ({ reason, used: reason === used })),
  });
}
