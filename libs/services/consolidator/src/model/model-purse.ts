import { dayOf, type ModelSpending, type ModelStage } from '@total-recall/domain';
import type { Clock, ModelUsage } from '@total-recall/ports';
import type { ModelBudgets, SpentBudget } from './consolidation-model.ts';

/** Counts what is spent on a model: by each tenant in a day, and by a sweep. */
export interface ModelPurse {
  /** Opens the purse of a sweep. `earlier` says what the ledger knows of the tenant's day; it is asked once for each. */
  ofSweep(tenant: string, earlier: () => Promise<ModelSpending>): Promise<SweepPurse>;
  /** Forgets the days of tenants whose sweeps another process may pay for, so that the ledger is asked again. */
  forget(isGiven: (tenant: string) => boolean): void;
}

export interface SweepPurse {
  /** Counts a call that is about to be made; names the budget that does not allow it instead. */
  take(stage: ModelStage): SpentBudget | undefined;
  /** Counts what a call cost. */
  spend(usage: ModelUsage): void;
  /** Called when the ledger has these calls. */
  recorded(cost: ModelCost): void;
  /** The calls that it does not have, of the stage that made the last one; undefined where it has all. */
  unrecorded(): (ModelCost & { readonly stage: ModelStage }) | undefined;
}

interface ModelCost {
  readonly calls: number;
  readonly usage: ModelUsage;
}

interface Spent {
  calls: number;
  tokens: number;
}

export function createModelPurse(budgets: ModelBudgets, clock: Pick<Clock, 'now'>): ModelPurse {
  const days = new Map<string, Spent & { day: number }>();
  const today = (tenant: string): Spent => {
    const day = dayOf(clock.now());
    const known = days.get(tenant);
    if (known?.day === day) return known;
    const fresh = { day, calls: 0, tokens: 0 };
    days.set(tenant, fresh);
    return fresh;
  };
  return {
    forget(isGiven) {
      for (const tenant of days.keys()) if (isGiven(tenant)) days.delete(tenant);
    },
    async ofSweep(tenant, earlier) {
      if (!days.has(tenant)) {
        const known = await earlier();
        // Two sweeps may ask at a time.
        if (!days.has(tenant)) days.set(tenant, { ...known });
      }
      const sweep: Spent = { calls: 0, tokens: 0 };
      let [calls, inputTokens, outputTokens] = [0, 0, 0];
      let last: ModelStage = 'extract';
      return {
        take(stage) {
          const day = today(tenant);
          if (sweep.calls >= budgets.sweepCalls) return 'sweepCalls';
          if (sweep.tokens >= budgets.sweepTokens) return 'sweepTokens';
          if (day.calls >= budgets.dayCalls) return 'dayCalls';
          if (day.tokens >= budgets.dayTokens) return 'dayTokens';
          for (const one of [sweep, day]) one.calls += 1;
          calls += 1;
          last = stage;
          return undefined;
        },
        spend(usage) {
          for (const one of [sweep, today(tenant)]) one.tokens += usage.inputTokens + usage.outputTokens;
          inputTokens += usage.inputTokens;
          outputTokens += usage.outputTokens;
        },
        recorded(cost) {
          calls -= cost.calls;
          inputTokens -= cost.usage.inputTokens;
          outputTokens -= cost.usage.outputTokens;
        },
        unrecorded: () => (calls > 0 ? { stage: last, calls, usage: { inputTokens, outputTokens } } : undefined),
      };
    },
  };
}
