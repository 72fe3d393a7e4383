import { hashedUnits, type ErasedEvents } from '@total-recall/domain';
import { aboutSpace, type ReadsLedger } from '@total-recall/runtime';

/**
 * Counts the facts, episodes and topics of which the ledger keeps keyed hashes of words that erased events said. Nobody can
 * take them out of the ledger; they are readable with the key of their space.
 */
export async function countHashed(deps: ReadsLedger, tenant: string, events: readonly ErasedEvents[]): Promise<number> {
  const gone = new Map<string, Set<string>>();
  for (const { space, eventIds } of events) {
    const own = gone.get(space) ?? new Set();
    for (const id of eventIds) own.add(id);
    gone.set(space, own);
  }
  let hashed = 0;
  for (const [space, ids] of gone) {
    const found = new Set<string>();
    for await (const entry of aboutSpace(deps, { tenant, space }, { after: 0 })) hashedUnits([entry], (id) => ids.has(id), found);
    hashed += found.size;
  }
  return hashed;
}
