import {
  isCalibrated,
  type JudgedHit,
  type RecallAnswer,
  type RecallEscalation,
  type RecallHit,
  type RecallRequest,
} from '@total-recall/domain';
import { createCallReader, createUlidFactory, LIMITS, TotalRecallError, type Turn, type WorkGate } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { composeAnswer } from './pack/compose-answer.ts';
import { createQueryEmbedder } from './search/embed-query.ts';
import type { Escalated } from './retry/escalate.ts';
import { findEvidence } from './find-evidence.ts';
import { traceStep } from './trace-step.ts';
import { logRetrieval } from './answer/log-retrieval.ts';
import { measureCompleteness } from './answer/measure-completeness.ts';
import type { OpenedEvent } from './open/open-events.ts';
import { refuseOverPulls } from '../open/refuse-over-pulls.ts';
import type { ComposedAnswer } from './pack/compose-answer.ts';
import { readQuestion } from './ask/read-question.ts';
import { roundTo } from './answer/round-to.ts';
import { watchVectors } from './search/watch-vectors.ts';
import { recallCost, releaseTurnWhileWaiting } from '../work-costs.ts';

/** The turn of the work gate that a recall runs in: that of its window, or a new one of this kind. */
export type RecallTurn = { readonly turn: Turn } | { readonly kind: 'recall' | 'prefetch' };

/**
 * Creates `recall`: takes candidates from text, vectors, named events and pins, ranks them, conditions them on
 * the task, judges them, packs them under the budget, wraps them as data, and logs. Errors: also those of
 * `WorkGate`. Source: 002 A.2b.
 */
export function createRecall(deps: RetrieverDeps, config: RecallConfig, gate: WorkGate) {
  const newId = createUlidFactory(deps);
  const embedQuery = createQueryEmbedder(deps, config);
  const calls = createCallReader(deps);

  return async function recall(request: RecallRequest, of: RecallTurn = { kind: 'recall' }): Promise<RecallAnswer> {
    const startedMs = deps.clock.monotonicMs();
    checkRequest(request);
    if ('turn' in of) return answer(request, of.turn, startedMs);
    const work = { tenant: request.tenant, kind: of.kind, cost: recallCost(request) };
    return gate.run(work, (turn) => answer(request, turn, startedMs));
  };

  async function answer(request: RecallRequest, turn: Turn, startedMs: number): Promise<RecallAnswer> {
    const frame = await traceStep(deps, 'ask', () => readQuestion(releaseTurnWhileWaiting(deps, turn), config, request));
    if (request.pushed !== true && frame.state) refuseOverPulls(frame.state, frame.policy, request.callId);
    const watched = watchVectors(deps.vectors);
    const evidence = await findEvidence(deps, config, { request, frame, embedQuery, vectors: watched.vectors, turn });
    const { results, ranking, opened, judged } = evidence.found;
    const withVectors = results.filter((result) => result.byVector !== undefined).length;
    for (let used = 0; used < withVectors; used++) deps.vectors?.observed?.('used');
    const retrievalId = deps.signer.sign(newId(request.tenant));
    const { granularity, markers } = evidence;
    const composed = await traceStep(deps, 'compose', () =>
      composeAnswer(deps, config, { request, frame, evidence, retrievalId, calls, turn }),
    );
    const { packed, outcome } = composed;
    const judgedOf = new Map(opened.map((event, at) => [event, judged.hits[at]!]));
    const hits = composed.hits.slice(0, frame.limit).map((event) => hitOf(event, composed, judgedOf.get(event)!, request.explain === true));
    const { state, budgetTokens } = frame;
    const completeness = await measureCompleteness(deps, { state, packed, ranking, results, request, search: evidence.search });
    const tookMs = roundTo(deps.clock.monotonicMs() - startedMs, 2);
    const { covered } = frame.opening;
    const { confidence } = judged;
    const facts = { retrievalId, packed, hits, results, budgetTokens, completeness, tookMs, covered, confidence, outcome };
    await logRetrieval(deps, { ...facts, request, escalated: evidence });
    return {
      retrievalId,
      hits,
      passages: packed.passages,
      rendered: packed.rendered,
      tokens: packed.tokens,
      budgetTokens,
      ...(withVectors > 0 ? { signals: ['text', 'vector'] } : { signals: ['text'], ...watched.textOnly() }),
      confidence: roundTo(confidence, 4),
      ...(results.every(({ model }) => isCalibrated(model)) ? {} : { uncalibrated: true as const }),
      outcome,
      granularity,
      ...(markers.length === 0 ? {} : { markers }),
      ...(evidence.attempts.length === 0 ? {} : { escalation: escalationOf(evidence) }),
      ...(request.explain === true ? { evidence: judged.features } : {}),
      coveredTo: covered.coveredTo,
      completeness,
      tookMs,
    };
  }
}

function escalationOf({ attempts, used }: Escalated): RecallEscalation {
  return {
    attempts: attempts.map((attempt) => ({ ...attempt, confidence: roundTo(attempt.confidence, 4) })),
    ...(used === undefined ? {} : { used }),
  };
}

function checkRequest({ queries, limit, budgetTokens }: RecallRequest): void {
  const refuse = (message: string): never => {
    throw new TotalRecallError('invalid_request', message);
  };
  if (queries.length === 0 || queries.length > LIMITS.queriesPerRecall)
    refuse(`A recall takes 1 to ${LIMITS.queriesPerRecall} queries, not ${queries.length}.`);
  if (queries.some((query) => query.length > LIMITS.queryLength)) refuse(`A query has at most ${LIMITS.queryLength} characters.`);
  if (limit !== undefined && !(limit >= 1 && limit <= LIMITS.hitsPerRecall)) refuse(`"limit" lies in 1..${LIMITS.hitsPerRecall}.`);
  if (budgetTokens !== undefined && !(budgetTokens >= 1)) refuse('"budgetTokens" is at least 1.');
}

function hitOf(
  { ranked, envelope, event, supersededBy }: OpenedEvent,
  { packed, loaded }: ComposedAnswer,
  judged: JudgedHit,
  explain: boolean,
): RecallHit {
  const passage = ranked.passages[0]?.passage;
  const best = loaded.get(envelope.id)?.passages[0];
  return {
    eventId: envelope.id,
    session: envelope.session,
    ordinal: event.accepted.ordinal,
    turn: event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    score: roundTo(ranked.score, 4),
    sources: ranked.sources,
    superseded: supersededBy !== undefined,
    packed: best !== undefined && packed.holds(envelope.id, best),
    ...(passage === undefined ? {} : { passage: { ...passage, ...(best && { text: best.text }) } }),
    confidence: roundTo(judged.confidence, 4),
    ...(explain ? { factors: ranked.factors, evidence: judged.features } : {}),
  };
}
