import { emptySpaceUnits, evolveUnits, spaceKey, targetsOf, type LedgerEntry, type SpaceUnits } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { createLruMap } from '../caches/recent-entries.ts';
import { TotalRecallError } from '../errors.ts';
import { yieldToEventLoop } from '../parallel/in-slices.ts';
import { aboutSpace, isAbout, type ReadsLedger } from './about-space.ts';

/** The units of spaces as entries of the ledger left them. */
export interface PastUnits {
  /** Errors: `not_found` for an entry that is not about the space. */
  at(place: SpacePlace, entryId: string): Promise<SpaceUnits>;
}

/** Entries of a space after which a snapshot is kept, while the ledger is folded to an entry. */
const ENTRIES_A_SNAPSHOT = 1_000;
const MOST_SPACES = 1_000;

/**
 * Creates the fold of a space up to an entry of its ledger, without what was erased since: an erasure holds at every
 * moment. It reads what is about the space alone, and goes on from the
 * last snapshot before the entry; the ledger never changes, so a snapshot holds for ever. Snapshots are kept in memory
 * up to a number of units, the ones used last.
 */
export function createPastUnits(deps: ReadsLedger, heldUnits: number): PastUnits {
  const snapshots = createLruMap<SpaceUnits>(heldUnits);
  /** Numbers of the entries with a snapshot, by space and in order; some may be dropped by now. */
  const kept = createLruMap<readonly number[]>(MOST_SPACES);
  const keyAt = (key: string, sequence: number): string => `${key} ${sequence}`;

  const nearest = (key: string, sequence: number): SpaceUnits | undefined => {
    for (const at of (kept.get(key) ?? []).toReversed()) {
      const snapshot = at <= sequence ? snapshots.get(keyAt(key, at)) : undefined;
      if (snapshot) return snapshot;
    }
    return undefined;
  };
  const keep = (key: string, state: SpaceUnits): void => {
    snapshots.set(keyAt(key, state.sequence), state, 1 + state.units.size + state.groups.size);
    const held = (kept.get(key) ?? []).filter((at) => at !== state.sequence && snapshots.get(keyAt(key, at)) !== undefined);
    kept.set(
      key,
      [...held, state.sequence].sort((a, b) => a - b),
    );
  };
  return {
    async at(place, entryId) {
      const target = await deps.ledger.find(place.tenant, entryId);
      if (!target || !isAbout(target, place))
        throw new TotalRecallError('not_found', `There is no entry ${entryId} in the ledger of this space.`);
      const key = spaceKey(place);
      let state = nearest(key, target.sequence) ?? emptySpaceUnits(place.tenant, place.space);
      let waiting: LedgerEntry[] = [];
      const fold = async (): Promise<void> => {
        state = evolveUnits(state, waiting);
        waiting = [];
        keep(key, state);
        await yieldToEventLoop();
      };
      const erasures: LedgerEntry[] = [];
      for await (const entry of aboutSpace(deps, place, { after: state.sequence })) {
        if (entry.sequence > target.sequence) {
          if (targetsOf(entry.act) !== undefined) erasures.push(entry);
          continue;
        }
        waiting.push(entry);
        if (waiting.length === ENTRIES_A_SNAPSHOT) await fold();
      }
      if (waiting.length > 0) await fold();
      return evolveUnits(state, erasures);
    },
  };
}
