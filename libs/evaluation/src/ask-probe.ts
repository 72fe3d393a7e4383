import type { Marker, RecallAnswer, SessionAddress } from '@total-recall/domain';
import type { EvaluationTarget } from './evaluation-target.ts';
import { holds, isFalseRecall, stands, tokenPrecision } from './judge-answer.ts';
import { coveringMarker, secondHopQuery, type TermWeights } from './query-terms.ts';

/** A question whose answer is an exact string. */
export interface Probe {
  readonly needle: string;
  readonly query: string;
  readonly firstOfType: (text: string) => string | undefined;
}

/** Knowledge of the asking agent: its markers, and events behind ids it was given. */
export interface ProbeContext {
  readonly address: SessionAddress;
  /** True when another agent of the space asks: the space's policy applies, not the session's. */
  readonly fromOutside?: boolean;
  readonly weights: TermWeights;
  readonly markers: readonly Marker[];
  readonly textOf: (eventId: string) => string | undefined;
}

export interface ProbeOutcome {
  /** The string stands in an event among the first ten hits. */
  readonly recallAt10: boolean;
  /** The string stands in the packed answer of the first call; `hop2`: of the first two calls. */
  readonly hop1: boolean;
  readonly hop2: boolean;
  readonly falseRecall: boolean;
  readonly precision: number | null;
  readonly latenciesMs: readonly number[];
  readonly answerTokens: number;
  readonly budgetTokens: number;
  readonly secondQuery?: string;
}

/** Asks once, and once more by a fixed rule if the first answer did not hold the string. Source: evaluation.md. */
export async function askProbe(target: EvaluationTarget, probe: Probe, context: ProbeContext): Promise<ProbeOutcome> {
  const first = await timedRecall(target, context, probe.query);
  const { answer } = first;
  const base = {
    recallAt10:
      answer.hits.slice(0, 10).some((hit) => holds(context.textOf(hit.eventId) ?? '', probe.needle)) || stands(answer, probe.needle),
    falseRecall: isFalseRecall(answer, probe.needle, probe.firstOfType),
    precision: tokenPrecision(answer, probe.needle),
    answerTokens: answer.tokens,
    budgetTokens: answer.budgetTokens,
  };
  if (stands(answer, probe.needle)) return { ...base, hop1: true, hop2: true, latenciesMs: [first.tookMs] };
  const secondQuery = secondQueryOf(target, probe.query, answer, context);
  const second = await timedRecall(target, context, secondQuery);
  return { ...base, hop1: false, hop2: stands(second.answer, probe.needle), latenciesMs: [first.tookMs, second.tookMs], secondQuery };
}

function secondQueryOf(target: EvaluationTarget, query: string, answer: RecallAnswer, context: ProbeContext): string {
  const hit = answer.hits[0];
  const packed = answer.passages.find((passage) => passage.eventId === hit?.eventId);
  const hitText = packed?.text ?? (hit && context.textOf(hit.eventId));
  const own = hit?.session === context.address.session ? hit.turn : undefined;
  const marker = coveringMarker(target.analyser, context.markers, own, query);
  return secondHopQuery(context.weights, query, hitText, marker?.topics ?? []);
}

/** Calls recall and measures the time. */
export async function timedRecall(
  target: EvaluationTarget,
  asker: Pick<ProbeContext, 'address' | 'fromOutside'>,
  query: string,
): Promise<{ answer: RecallAnswer; tookMs: number }> {
  const { tenant, space, session } = asker.address;
  const started = target.clock.monotonicMs();
  const answer = await target.retriever.recall({ tenant, space, ...(!asker.fromOutside && { session }), queries: [query], limit: 10 });
  return { answer, tookMs: target.clock.monotonicMs() - started };
}
