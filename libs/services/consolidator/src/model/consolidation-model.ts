import type { JudgedProposal, ModelStage } from '@total-recall/domain';
import type { LanguageModel, ModelUsage } from '@total-recall/ports';

/** Bounds of what a model is asked. Tokens are those of questions and answers. */
export interface ModelBudgets {
  readonly sweepCalls: number;
  readonly sweepTokens: number;
  /** Calls of one tenant, in a day of UTC. */
  readonly dayCalls: number;
  readonly dayTokens: number;
}

/** Limit that ends a sweep's questions: a budget, or the time that a caller waits. */
export type SpentBudget = keyof ModelBudgets | 'sweepTime';

export const MODEL_BUDGETS: ModelBudgets = { sweepCalls: 20, sweepTokens: 200_000, dayCalls: 500, dayTokens: 2_000_000 };

export interface ModelObserver {
  /** `result`: `answered`, or why there is nothing to judge; `discarded` where the time of who waits ended it. */
  asked(call: ModelUsage & { readonly stage: ModelStage; readonly result: string; readonly seconds: number }): void;
  judged(stage: ModelStage, outcome: JudgedProposal['outcome'], proposals: number): void;
  /** A sweep left work because this was used up. */
  spent(budget: SpentBudget): void;
}

/** A language model that sweeps ask, and what they may ask it. */
export interface ConsolidationModel {
  readonly model: LanguageModel;
  readonly budgets: ModelBudgets;
  readonly observer: ModelObserver;
}
