import { dayOf, type ModelSpending } from '@total-recall/domain';
import { walkSpaces } from '@total-recall/runtime';
import type { ModelSweepsDeps } from './model-sweep.ts';

type SpentDeps = Pick<ModelSweepsDeps, 'stateOf'> & {
  readonly sessions: Pick<ModelSweepsDeps['sessions'], 'spaces'>;
  readonly clock: Pick<ModelSweepsDeps['clock'], 'now'>;
};

/** Reads what the ledger says that a tenant's spaces cost today, so that a restart does not begin the day anew. */
export async function spentToday({ sessions, stateOf, clock }: SpentDeps, tenant: string): Promise<ModelSpending> {
  const day = dayOf(clock.now());
  let spent: ModelSpending = { day, calls: 0, tokens: 0 };
  for await (const { space } of walkSpaces(sessions, tenant)) {
    const { model } = await stateOf({ tenant, space });
    if (model?.spent.day === day) spent = { day, calls: spent.calls + model.spent.calls, tokens: spent.tokens + model.spent.tokens };
  }
  return spent;
}
