import { emptySpaceUnits, evolveUnits, spaceKey, targetsOf, type LedgerEntry, type SpaceUnits } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { createLruMap } from '../caches/recent-entries.ts';
import { TotalRecallError } from '../errors.ts';
import type { Turn } from '../fair-work/work-turn.ts';
import { yieldToEventLoop } from '../parallel/in-slices.ts';
import { aboutSpace, isAbout, type ReadsLedger } from './about-space.ts';

/** The units of spaces as entries of the ledger left them. */
export interface PastUnits {
  /**
   * Spends the turn of who asks by what is read and folded; without one nobody is let in but between portions. Errors:
   * `not_found` for an entry that is not about the space, and those of `turn.spend`.
   */
  at(place: SpacePlace, entryId: string, turn?: Pick<Turn, 'spend'>): Promise<SpaceUnits>;
}

/** Entries of a space after which a snapshot is kept, while the ledger is folded to an entry. */
const ENTRIES_A_SNAPSHOT = 1_000;
/** Entries that are read between two looks at whose turn it is. */
const ENTRIES_A_STEP = 250;
/** Entries and decisions, and units of a state that is copied, that cost as much as a recall of a few words. */
const FOLDED = 1_000;
const COPIED = 10_000;
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
    async at(place, entryId, turn) {
      const target = await deps.ledger.find(place.tenant, entryId);
      if (!target || !isAbout(target, place))
        throw new TotalRecallError('not_found', `There is no entry ${entryId} in the ledger of this space.`);
      const key = spaceKey(place);
      let state = nearest(key, target.sequence) ?? emptySpaceUnits(place.tenant, place.space);
      let waiting: LedgerEntry[] = [];
      let [read, cost] = [0, 0];
      const spendFor = async (entry: LedgerEntry): Promise<void> => {
        cost += foldedCost(entry);
        read += 1;
        if (read % ENTRIES_A_STEP > 0) return;
        const spent = cost;
        cost = 0;
        await turn?.spend(spent);
      };
      const fold = async (): Promise<void> => {
        state = evolveUnits(state, waiting);
        waiting = [];
        keep(key, state);
        await yieldToEventLoop();
      };
      const erasures: LedgerEntry[] = [];
      for await (const entry of aboutSpace(deps, place, { after: state.sequence })) {
        await spendFor(entry);
        if (entry.sequence > target.sequence) {
          if (targetsOf(entry.act) !== undefined) erasures.push(entry);
          continue;
        }
        waiting.push(entry);
        if (waiting.length === ENTRIES_A_SNAPSHOT) await fold();
      }
      if (waiting.length > 0) await fold();
      await turn?.spend(cost + (1 + state.units.size + state.groups.size) / COPIED);
      return evolveUnits(state, erasures);
    },
  };
}

function foldedCost({ act }: LedgerEntry): number {
  return (1 + ('decisions' in act ? act.decisions.length : 0)) / FOLDED;
}
