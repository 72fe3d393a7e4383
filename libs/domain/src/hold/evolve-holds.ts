import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { isStanding, type Hold } from './hold.ts';

/**
 * Applies a ledger entry to the holds, by id; a second release of a hold changes nothing. Pure: `holds` is not
 * modified.
 */
export function evolveHolds(holds: ReadonlyMap<string, Hold>, entry: LedgerEntry): ReadonlyMap<string, Hold> {
  const { id, tenant, actor, at, act } = entry;
  const reason = entry.reason === undefined ? {} : { reason: entry.reason };
  if (act.type === 'HoldPlaced') return new Map(holds).set(id, { id, tenant, name: act.name, scope: act.scope, actor, at, ...reason });
  const hold = act.type === 'HoldReleased' ? holds.get(act.holdId) : undefined;
  if (!hold || !isStanding(hold)) return holds;
  return new Map(holds).set(hold.id, { ...hold, released: { at, actor, ...reason } });
}
