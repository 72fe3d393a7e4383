import { dayOf, type ModelSpending } from '@total-recall/domain';
import type { Clock, ModelUsage } from '@total-recall/ports';
import type { ModelBudgets, SpentBudget } from './consolidation-model.ts';

/** Counts what is spent on a model: by each tenant in a day, and by a sweep. */
export interface ModelPurse {
  /** Opens the purse of a sweep. `earlier` says what the ledger knows of the tenant's day; it is asked once a process. */
  ofSweep(tenant: string, earlier: () => Promise<ModelSpending>): Promise<SweepPurse>;
}

export interface SweepPurse {
  /** Counts a call that is about to be made; names the budget that does not allow it instead. */
  take(): SpentBudget | undefined;
  /** Counts what a call cost. */
  spend(usage: ModelUsage): void;
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
    async ofSweep(tenant, earlier) {
      if (!days.has(tenant)) {
        const known = await earlier();
        // Two sweeps may ask at a time.
        if (!days.has(tenant)) days.set(tenant, { ...known });
      }
      const sweep: Spent = { calls: 0, tokens: 0 };
      return {
        take() {
          const day = today(tenant);
          if (sweep.calls >= budgets.sweepCalls) return 'sweepCalls';
          if (sweep.tokens >= budgets.sweepTokens) return 'sweepTokens';
          if (day.calls >= budgets.dayCalls) return 'dayCalls';
          if (day.tokens >= budgets.dayTokens) return 'dayTokens';
          for (const one of [sweep, day]) one.calls += 1;
          return undefined;
        },
        spend({ inputTokens, outputTokens }) {
          for (const one of [sweep, today(tenant)]) one.tokens += inputTokens + outputTokens;
        },
      };
    },
  };
}
