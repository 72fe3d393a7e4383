import type { RecallAnswer, RecallOutcome } from '@total-recall/domain';
import type { Asked } from '../conversations/ask-questions.ts';
import type { AskedQuestion } from '../conversations/conversation-set.ts';
import type { FilledStores } from '../conversations/fill-stores.ts';
import type { EvaluationProgress } from '../evaluation-target.ts';

/** Token budgets of the questions; the service's default first. */
export const ANSWER_BUDGETS = ['default', 4_000, 1_000] as const;
export type AnswerBudget = (typeof ANSWER_BUDGETS)[number];

/** Result of a recall as a model would read it. */
export interface GivenAnswer {
  readonly rendered: string;
  readonly tokens: number;
  readonly outcome: RecallOutcome;
  readonly confidence: number;
  /** Units of the hits, best first, without repeats. */
  readonly units: readonly string[];
  readonly latencyMs: number;
}

export interface AskedAnswer {
  readonly question: AskedQuestion;
  readonly given: Readonly<Record<AnswerBudget, GivenAnswer>>;
  readonly signals: readonly string[];
}

/** Asks the questions without a session, one after another. Each space is warmed by one untimed call. */
export async function askAnswers(
  target: Asked,
  filled: FilledStores,
  questions: readonly AskedQuestion[],
  onProgress?: EvaluationProgress,
): Promise<AskedAnswer[]> {
  const warm = new Set<string>();
  const asked: AskedAnswer[] = [];
  for (const [at, question] of questions.entries()) {
    onProgress?.(at, questions.length, 'asking');
    const space = filled.spaceOf.get(question.store)!;
    const ask = (budget: AnswerBudget) =>
      target.recall({ tenant: target.tenant, space, queries: [question.text], ...(budget !== 'default' && { budgetTokens: budget }) });
    if (!warm.has(space)) await ask('default');
    warm.add(space);
    const given: Partial<Record<AnswerBudget, GivenAnswer>> = {};
    let signals: readonly string[] = [];
    for (const budget of ANSWER_BUDGETS) {
      const started = target.clock.monotonicMs();
      const answer = await ask(budget);
      given[budget] = givenOf(answer, filled, target.clock.monotonicMs() - started);
      signals = answer.signals;
    }
    asked.push({ question, given: given as AskedAnswer['given'], signals });
  }
  onProgress?.(questions.length, questions.length, 'asking');
  return asked;
}

function givenOf(answer: RecallAnswer, { unitOf }: FilledStores, latencyMs: number): GivenAnswer {
  const { rendered, tokens, outcome, confidence } = answer;
  const units = [...new Set(answer.hits.map((hit) => unitOf.get(hit.eventId)?.key ?? hit.eventId))];
  return { rendered, tokens, outcome, confidence, units, latencyMs };
}
