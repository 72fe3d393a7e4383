import {
  isCalibrated,
  type Granularity,
  type JudgedHit,
  type RecallAnswer,
  type RecallEscalation,
  type RecallHit,
  type RecallOutcome,
} from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { PackedEvidence } from '../pack/pack-evidence.ts';
import type { RecallRun } from '../recall-run.ts';
import type { Escalation } from '../retry/escalate.ts';

interface AnswerParts {
  readonly escalation: Escalation;
  readonly granularity: Granularity;
  readonly outcome: RecallOutcome;
  readonly retrievalId: string;
  readonly packed: PackedEvidence;
  readonly completeness: number | null;
}

/** Builds the answer that the caller gets. */
export function toAnswer(
  { deps, startedMs, textOnly }: Pick<RecallRun, 'deps' | 'startedMs' | 'textOnly'>,
  { request, limit, budgetTokens, pending }: Question,
  { escalation, granularity, outcome, retrievalId, packed, completeness }: AnswerParts,
): RecallAnswer {
  const { queries, opened, judged } = escalation.found;
  const judgedOf = new Map(opened.map((event, at) => [event, judged.hits[at]!]));
  const usedVectors = queries.some(({ byVector }) => byVector !== undefined);
  return {
    retrievalId,
    hits: packed.hits.slice(0, limit).map((event) => hitOf(event, packed, judgedOf.get(event)!, request.explain === true)),
    passages: packed.passages,
    rendered: packed.rendered,
    tokens: packed.tokens,
    budgetTokens,
    ...(usedVectors ? { signals: ['text', 'vector'] } : { signals: ['text'], ...textOnly() }),
    confidence: roundTo(judged.confidence, 4),
    ...(queries.every(({ model }) => isCalibrated(model)) ? {} : { uncalibrated: true as const }),
    outcome,
    granularity,
    ...(packed.markers.length === 0 ? {} : { markers: packed.markers }),
    ...(packed.overviews.length === 0 ? {} : { overviews: packed.overviews }),
    ...(escalation.attempts.length === 0 ? {} : { escalation: describeEscalation(escalation) }),
    ...(request.explain === true ? { evidence: judged.features } : {}),
    coveredTo: pending.coveredTo,
    completeness,
    tookMs: roundTo(deps.clock.monotonicMs() - startedMs, 2),
  };
}

function hitOf(
  { ranked, envelope, event, supersededBy }: OpenedEvent,
  packed: PackedEvidence,
  judged: JudgedHit,
  explain: boolean,
): RecallHit {
  const passage = ranked.passages[0]?.passage;
  // Quoted phrases and updates sort the passages that were read anew.
  const { passages, validity } = packed.loaded.get(envelope.id) ?? {};
  const best = passages?.[0];
  const read = best && { fromByte: best.fromByte, toByte: best.toByte, text: best.text };
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
    ...(validity?.since !== undefined && { since: validity.since }),
    ...(validity?.until !== undefined && { until: validity.until }),
    ...(passage === undefined ? {} : { passage: { ...passage, ...read } }),
    confidence: roundTo(judged.confidence, 4),
    ...(explain ? { factors: ranked.factors, evidence: judged.features } : {}),
  };
}

function describeEscalation({ attempts, used }: Escalation): RecallEscalation {
  return {
    attempts: attempts.map((attempt) => ({ ...attempt, confidence: roundTo(attempt.confidence, 4) })),
    ...(used === undefined ? {} : { used }),
  };
}

/** Rounds to the decimals that are significant. */
function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
