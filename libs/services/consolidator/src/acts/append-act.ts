import type { LedgerAct, SpaceUnits } from '@total-recall/domain';
import type { PersonsAct, SpacePlace } from '@total-recall/ports';
import { TotalRecallError, type OwnedPartition } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { ListDeps } from '../facts/list-facts.ts';
import { entryIdOf } from './repeated-acts.ts';

export interface AppendActDeps extends Pick<ConsolidatorDeps, 'clock'> {
  readonly newId: (tenant: string) => string;
  /** Loads the units of a space into memory, and returns them. */
  readonly unitsAt: ListDeps['unitsAt'];
  /** The units of a space as they are in memory; undefined where they are not. */
  readonly heldUnits: (place: SpacePlace) => SpaceUnits | undefined;
  /** Errors: `unavailable` where this process does not own the tenant's part of the ledger. */
  readonly ownedOf: (tenant: string) => OwnedPartition;
  /** Saves the units, so that other processes see what was decided. */
  readonly saved: () => Promise<void>;
}

/** Appends an entry as `tryAppendAct` does and returns its id. Errors: `unavailable` where the units do not allow it. */
export async function appendAct(
  deps: AppendActDeps,
  by: PersonsAct,
  act: LedgerAct,
  allows?: (state: SpaceUnits) => boolean,
  follows?: readonly LedgerAct[],
): Promise<string> {
  const id = await tryAppendAct(deps, by, act, allows, follows);
  if (id !== undefined) return id;
  throw changedMeanwhile();
}

export function changedMeanwhile(): TotalRecallError {
  return new TotalRecallError('unavailable', 'What is known has changed meanwhile. Try again.', { retryAfterMs: 1_000 });
}

/**
 * Appends an entry, and behind it the entries that follow from it by rule, unless the units do not allow it when no other
 * entry can come in between. Returns its id; undefined where it is not allowed.
 */
export async function tryAppendAct(
  deps: AppendActDeps,
  by: PersonsAct,
  act: LedgerAct,
  allows?: (state: SpaceUnits) => boolean,
  follows: readonly LedgerAct[] = [],
): Promise<string | undefined> {
  const { tenant, space, actor, reason, idempotencyKey } = by;
  const id = idempotencyKey === undefined ? deps.newId(tenant) : entryIdOf(by, idempotencyKey);
  const at = deps.clock.now();
  const entry = { id, tenant, space, actor, act, at, ...(reason !== undefined && { reason }) };
  const behind = follows.map((next) => ({ id: deps.newId(tenant), tenant, space, actor: 'consolidator', act: next, at }));
  // The check below looks into memory, from which other reads may have pushed it meanwhile.
  if (allows) await deps.unitsAt(by);
  const isStill = (): boolean => {
    const state = deps.heldUnits(by);
    return allows === undefined || (state !== undefined && allows(state));
  };
  if (!(await deps.ownedOf(tenant).append([entry, ...behind], isStill))) return undefined;
  await deps.saved();
  return id;
}
