import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { isStanding, type Hold } from './hold.ts';

/**
 * Returns the hold that a ledger entry places or releases, as it is from then on; undefined where the entry changes none,
 * as a second release does. `holds` are those of the entries before it, by id.
 */
export function evolveHold(holds: ReadonlyMap<string, Hold>, entry: LedgerEntry): Hold | undefined {
  const { id, tenant, actor, at, act } = entry;
  const reason = entry.reason === undefined ? {} : { reason: entry.reason };
  if (act.type === 'HoldPlaced') return { id, tenant, name: act.name, scope: act.scope, actor, at, ...reason };
  const hold = act.type === 'HoldReleased' ? holds.get(act.holdId) : undefined;
  return hold && isStanding(hold) ? { ...hold, released: { at, actor, ...reason } } : undefined;
}
