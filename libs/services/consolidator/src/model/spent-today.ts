import { dayOf, type ModelSpending } from '@total-recall/domain';
import type { SessionStore } from '@total-recall/ports';
import { walkSpaces } from '@total-recall/runtime';
import type { ModelSweepDeps } from './model-deps.ts';

type SpentDeps = Pick<ModelSweepDeps, 'stateOf'> & {
  readonly sessions: Pick<SessionStore, 'spaces'>;
  readonly clock: Pick<ModelSweepDeps['clock'], 'now'>;
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
