import type { LedgerAct, SpaceUnits } from '@total-recall/domain';
import type { PersonsAct } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { ActDeps } from './persons-acts.ts';
import { entryIdOf } from './repeated-acts.ts';

type AppendActDeps = Pick<ActDeps, 'newId' | 'clock' | 'heldUnits' | 'ownedOf' | 'saved'>;

/** Appends an entry, unless the units do not allow it when no other entry can come in between. Returns its id. */
export async function appendAct(
  deps: AppendActDeps,
  by: PersonsAct,
  act: LedgerAct,
  allows?: (state: SpaceUnits) => boolean,
): Promise<string> {
  const id = await tryAppendAct(deps, by, act, allows);
  if (id !== undefined) return id;
  throw new TotalRecallError('unavailable', 'What is known has changed meanwhile. Try again.', { retryAfterMs: 1_000 });
}

/** Does the same, and returns undefined where it is not allowed. */
export async function tryAppendAct(
  deps: AppendActDeps,
  by: PersonsAct,
  act: LedgerAct,
  allows?: (state: SpaceUnits) => boolean,
): Promise<string | undefined> {
  const { tenant, space, actor, reason, idempotencyKey } = by;
  const id = idempotencyKey === undefined ? deps.newId(tenant) : entryIdOf(by, idempotencyKey);
  const entry = { id, tenant, space, actor, act, at: deps.clock.now(), ...(reason !== undefined && { reason }) };
  const isStill = (): boolean => {
    const state = deps.heldUnits(by);
    return allows === undefined || (state !== undefined && allows(state));
  };
  if (!(await deps.ownedOf(tenant).append([entry], isStill))) return undefined;
  await deps.saved();
  return id;
}
