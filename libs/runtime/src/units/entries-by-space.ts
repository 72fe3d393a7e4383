import { concernsUnits, spaceKey, targetsOf, type LedgerEntry } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';

/** Entries about the units of one space, in their order. */
export interface SpaceEntries {
  readonly place: SpacePlace;
  readonly entries: readonly LedgerEntry[];
}

/** Groups the entries that may change units by space. An erasure may be about several. */
export function unitEntriesBySpace(entries: readonly LedgerEntry[]): Map<string, SpaceEntries> {
  const bySpace = new Map<string, { readonly place: SpacePlace; readonly entries: LedgerEntry[] }>();
  for (const entry of entries) {
    if (!concernsUnits(entry)) continue;
    for (const space of spacesOf(entry)) {
      const place = { tenant: entry.tenant, space };
      const own = bySpace.get(spaceKey(place)) ?? { place, entries: [] };
      bySpace.set(spaceKey(place), own);
      own.entries.push(entry);
    }
  }
  return bySpace;
}

/** Returns the spaces whose units an entry may change. */
function spacesOf({ space, act }: LedgerEntry): Iterable<string> {
  const targets = targetsOf(act);
  if (!targets) return space === undefined ? [] : [space];
  const { events, sessions, spaces } = targets;
  return new Set([...spaces, ...events.map((of) => of.space), ...sessions.map((of) => of.space)]);
}
