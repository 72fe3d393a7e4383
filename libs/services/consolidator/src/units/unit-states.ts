import { emptySpaceUnits, evolveUnits, spaceKey, targetsOf, type LedgerEntry, type SpaceUnits } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { alignUnits, createLruMap, TotalRecallError, unitEntriesBySpace, type LedgerFollower } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { createUnsavedStates } from './unsaved-states.ts';

/** The units of spaces, folded from the owned partitions of the ledger and kept in a store. */
export interface UnitStates {
  /** Returns the follower of a partition, which folds and saves, and the number of the entry to begin behind. */
  follower(partition: number): Promise<{ readonly follow: LedgerFollower; readonly after: number }>;
  of(place: SpacePlace): Promise<SpaceUnits>;
  /** The same, where it is in memory; undefined where it would have to be loaded. */
  held(place: SpacePlace): SpaceUnits | undefined;
  /** Number of erasures of a tenant folded so far, to notice one that comes while events are read. */
  erasures(tenant: string): number;
  /** Saves what is not saved yet. What is lost before it is folded again from the ledger. */
  save(): Promise<void>;
  /** Forgets what was read from the store, because another process may have written it since. */
  forget(): void;
  /** Drops what is not saved of a partition that another process owns now. */
  release(partition: number): void;
}

/**
 * Time between two saves of states that a sweep changes again and again: at least so long, and so many times as long as the
 * last save took, as each writes whole states, and that of a large space takes longer than what a sweep adds to it.
 */
const SAVE_MS = { least: 1_000, times: 20, most: 30_000 } as const;

export function createUnitStates(
  { units: store, ledger, clock, observer }: Pick<ConsolidatorDeps, 'units' | 'ledger' | 'clock' | 'observer'>,
  heldUnits: number,
  /** Called with the state of a space once an erasure is folded into it. */
  erased: (state: SpaceUnits) => void = () => undefined,
): UnitStates {
  const held = createLruMap<SpaceUnits>(heldUnits);
  const unsaved = createUnsavedStates(store);
  let nextSaveMs = -Infinity;
  const erasures = new Map<string, number>();
  const keep = (key: string, state: SpaceUnits): void => held.set(key, state, weightOf(state));
  const of = async (place: SpacePlace): Promise<SpaceUnits> => {
    const key = spaceKey(place);
    const known = held.get(key) ?? unsaved.get(key);
    if (known) return known;
    const stored = (await store.load(place)) ?? emptySpaceUnits(place.tenant, place.space);
    // Entries may have been folded while the store was read.
    const state = held.get(key) ?? unsaved.get(key) ?? stored;
    keep(key, state);
    return state;
  };
  /** A space whose state is too large to keep is left out until it is erased, and holds up no other of its partition. */
  const leaveOut = (error: unknown, place: SpacePlace): undefined => {
    if (!(error instanceof TotalRecallError && error.code === 'payload_too_large')) throw error;
    observer.failed('fold', error, place);
    return undefined;
  };
  const save = async (): Promise<void> => {
    const startedMs = clock.monotonicMs();
    nextSaveMs = startedMs + SAVE_MS.least;
    try {
      await unsaved.save();
    } finally {
      const tookMs = clock.monotonicMs() - startedMs;
      nextSaveMs = startedMs + Math.min(SAVE_MS.most, Math.max(SAVE_MS.least, SAVE_MS.times * tookMs));
    }
  };
  const fold = async (partition: number, entries: readonly LedgerEntry[]): Promise<void> => {
    // Counted before anything can fail: what was read before an erasure is never decided on.
    for (const { tenant, act } of entries) if (targetsOf(act)) erasures.set(tenant, (erasures.get(tenant) ?? 0) + 1);
    const changed = new Map<string, SpaceUnits>();
    for (const [key, own] of unitEntriesBySpace(entries)) {
      const known = await of(own.place).catch((error: unknown) => leaveOut(error, own.place));
      const folded = known ? own.entries : fromWholeErasure(own.place.space, own.entries);
      const before = known ?? emptySpaceUnits(own.place.tenant, own.place.space);
      const after = evolveUnits(before, folded);
      if (after === before) continue;
      keep(key, after);
      changed.set(key, after);
      if (own.entries.some(({ act }) => targetsOf(act))) erased(after);
    }
    if (changed.size === 0) return;
    const { sequence, id: entryId } = entries.at(-1)!;
    unsaved.put(partition, changed, { sequence, entryId });
    // States that cannot be saved now are saved with the next entries; until then they are in memory and in the ledger.
    if (clock.monotonicMs() >= nextSaveMs) await save().catch((error: unknown) => observer.failed('save', error));
  };
  return {
    follower: async (partition) => {
      const { after, wasCleared } = await alignUnits(store, ledger, partition);
      if (wasCleared) observer.refolded(partition);
      return { follow: (entries) => fold(partition, entries), after };
    },
    of,
    held: (place) => held.get(spaceKey(place)) ?? unsaved.get(spaceKey(place)),
    save,
    erasures: (tenant) => erasures.get(tenant) ?? 0,
    forget: () => held.clear(),
    release(partition) {
      unsaved.drop(partition);
      held.clear();
    },
  };
}

/** Returns the entries from the last that erases the whole space on, which need no state before them. */
function fromWholeErasure(space: string, entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const at = entries.findLastIndex(({ act }) => act.type === 'ErasureRequested' && act.targets.spaces.includes(space));
  return at === -1 ? [] : entries.slice(at);
}

const weightOf = ({ units, groups, cursors, episodeCursors, tail }: SpaceUnits): number =>
  1 + units.size + groups.size + cursors.size + episodeCursors.size + tail.length;
