import type { ModelStage } from '@total-recall/domain';
import type { ModelMessage, ModelUsage } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { z } from 'zod';
import { answerShape, parseAnswer } from './answer-schema.ts';
import type { SpentBudget } from './consolidation-model.ts';
import type { ModelSweepDeps } from './model-deps.ts';
import type { SweepPurse } from './model-purse.ts';

export interface AskDeps extends Pick<ModelSweepDeps, 'language' | 'clock'> {
  readonly purse: SweepPurse;
  readonly signal: AbortSignal;
  /** Fires where who waits for the sweep has no time left; absent where nobody does. */
  readonly late?: AbortSignal;
}

export interface StageQuestion<T> {
  readonly stage: ModelStage;
  readonly name: string;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly schema: z.ZodType<T>;
}

export type AskedAnswer<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly text: string; readonly usage: ModelUsage }
  /** `isAway`: nobody answered, so that another question is pointless now. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isAway: boolean; readonly usage: ModelUsage }
  | { readonly kind: 'spent'; readonly budget: SpentBudget };

/** Result of a call that ended before its answer, as its time was over. */
export const DISCARDED = 'discarded';
/** Bytes of UTF-8 that make a token in most languages. */
const BYTES_A_TOKEN = 4;
const NOTHING: ModelUsage = { inputTokens: 0, outputTokens: 0 };

/**
 * Asks one question within the budgets and reads the answer. One that is under way when the time of who waits is over ends
 * then, as a budget does; what it was asked is charged by an estimate. Throws only where the signal fires.
 */
export async function askModel<T>(deps: AskDeps, question: StageQuestion<T>): Promise<AskedAnswer<T>> {
  const { language, purse, clock } = deps;
  const budget = purse.take(question.stage);
  if (budget) {
    language.observer.spent(budget);
    return { kind: 'spent', budget };
  }
  const startedMs = clock.monotonicMs();
  const answer = await answerOf(deps, question);
  const usage = answer.kind === 'spent' ? estimatedUsage(question) : answer.usage;
  purse.spend(usage);
  language.observer.asked({
    ...usage,
    stage: question.stage,
    result: answer.kind === 'answered' ? 'answered' : answer.kind === 'spent' ? DISCARDED : answer.reason,
    seconds: (clock.monotonicMs() - startedMs) / 1_000,
  });
  if (answer.kind === 'spent') language.observer.spent(answer.budget);
  return answer;
}

/** Estimates what a question costs whose answer nobody waits for: the model has read it. */
function estimatedUsage({ instructions, messages }: Pick<StageQuestion<unknown>, 'instructions' | 'messages'>): ModelUsage {
  const bytes = [instructions, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { inputTokens: Math.ceil(bytes / BYTES_A_TOKEN), outputTokens: 0 };
}

async function answerOf<T>({ language, signal, late }: AskDeps, question: StageQuestion<T>): Promise<AskedAnswer<T>> {
  const { instructions, messages, name, schema } = question;
  const failed = (reason: string, usage: ModelUsage, isAway = false): AskedAnswer<T> => ({ kind: 'failed', reason, isAway, usage });
  try {
    const either = late ? AbortSignal.any([signal, late]) : signal;
    const answer = await language.model.ask({ instructions, messages, answer: answerShape(name, schema) }, either);
    if (answer.kind === 'unusable') return failed(answer.reason, answer.usage);
    const read = parseAnswer(answer.text, schema);
    if (read.kind === 'refused') return failed(read.code, answer.usage);
    return { kind: 'answered', value: read.value, text: answer.text, usage: answer.usage };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late?.aborted) return { kind: 'spent', budget: 'sweepTime' };
    const code = error instanceof TotalRecallError ? error.code : 'internal';
    return failed(code === 'unavailable' ? 'unavailable' : 'not_accepted', NOTHING, true);
  }
}
