import type { RecallEscalation, RecallOutcome } from '@total-recall/domain';
import type { Clock, Retriever } from '@total-recall/ports';
import type { EvaluationProgress } from '../evaluation-target.ts';
import type { AskedQuestion } from './conversation-set.ts';
import type { FilledStores } from './fill-stores.ts';

/** Number of hits asked for: the most that one recall lists. */
export const HITS = 100;

/**
 * Answer of a recall in the data set's own names, best first. A hit that is no unit keeps its rank under its event id.
 */
export interface QuestionAnswer {
  readonly question: AskedQuestion;
  readonly units: readonly string[];
  readonly sessions: readonly string[];
  readonly scores: readonly number[];
  readonly tokens: number;
  readonly signals: readonly string[];
  readonly latencyMs: number;
  readonly confidence: number;
  readonly outcome: RecallOutcome;
  /** Confidence of each hit, in the order of the units. */
  readonly hitConfidences: readonly number[];
  readonly escalation?: RecallEscalation;
}

/** The recall under test, with its tenant and clock. */
export interface Asked {
  readonly tenant: string;
  readonly recall: Retriever['recall'];
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Asks every question without a session, one after another. Each space is warmed by one untimed call. */
export async function askQuestions(
  target: Asked,
  filled: FilledStores,
  questions: readonly AskedQuestion[],
  onProgress?: EvaluationProgress,
): Promise<QuestionAnswer[]> {
  const warm = new Set<string>();
  const answers: QuestionAnswer[] = [];
  for (const [at, question] of questions.entries()) {
    onProgress?.(at, questions.length, 'asking');
    const space = filled.spaceOf.get(question.store)!;
    const request = { tenant: target.tenant, space, queries: [question.text], limit: HITS };
    if (!warm.has(space)) await target.recall(request);
    warm.add(space);
    const started = target.clock.monotonicMs();
    const answer = await target.recall(request);
    const latencyMs = target.clock.monotonicMs() - started;
    const found = answer.hits.map((hit) => filled.unitOf.get(hit.eventId) ?? { key: hit.eventId, session: hit.session });
    answers.push({
      question,
      latencyMs,
      tokens: answer.tokens,
      signals: answer.signals,
      units: found.map(({ key }) => key),
      sessions: found.map(({ session }) => session),
      scores: answer.hits.map((hit) => hit.score),
      confidence: answer.confidence,
      outcome: answer.outcome,
      hitConfidences: answer.hits.map((hit) => hit.confidence),
      ...(answer.escalation && { escalation: answer.escalation }),
    });
  }
  onProgress?.(questions.length, questions.length, 'asking');
  return answers;
}
