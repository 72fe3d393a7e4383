import type { LanguageModel } from '@total-recall/ports';
import { MODEL_BUDGETS, type ConsolidationModel, type ModelBudgets, type ModelObserver } from '../src/model/consolidation-model.ts';

export interface AskingModel extends ConsolidationModel {
  /** Calls of the observer. */
  readonly told: {
    readonly asked: Parameters<ModelObserver['asked']>[0][];
    readonly outcomes: Map<string, number>;
    readonly spent: string[];
  };
}

/** A model for sweeps, with what was asked and judged. */
export function askingModel(model: LanguageModel, budgets: Partial<ModelBudgets> = {}): AskingModel {
  const told: AskingModel['told'] = { asked: [], outcomes: new Map(), spent: [] };
  return {
    model,
    budgets: { ...MODEL_BUDGETS, ...budgets },
    told,
    observer: {
      asked: (call) => void told.asked.push(call),
      judged: (_stage, outcome, proposals) => void told.outcomes.set(outcome, (told.outcomes.get(outcome) ?? 0) + proposals),
      spent: (budget) => void told.spent.push(budget),
    },
  };
}
