import type { Group } from './group.ts';
import type { ModelProgress } from './model-progress.ts';
import type { ReflectedPolicy, SettingsBefore } from '../reflection/reflected-settings.ts';
import type { AnyUnit, Unit } from './unit.ts';

/** Entries of a space that can still be undone. */
export const TAIL_ENTRIES = 256;

/** A ledger entry of the bounded tail: what it changed, with the units as they were before it. */
export interface TailEntry {
  readonly id: string;
  readonly sequence: number;
  /** Units that it changed, as they were; null for those that it added. */
  readonly before: readonly (readonly [unitId: string, unit: AnyUnit | null])[];
  /** Settings that it changed, as they were; absent where it changed none. */
  readonly settings?: SettingsBefore;
  /** Id of the entry that undid it. */
  readonly undoneBy?: string;
}

/** Units of a space: a fold of its ledger, without any content. */
export interface SpaceUnits {
  readonly tenant: string;
  readonly space: string;
  /** Number of the last ledger entry folded; 0 before the first. */
  readonly sequence: number;
  /** Per session, the ordinal up to which its events are consolidated. */
  readonly cursors: ReadonlyMap<string, number>;
  /** Facts, by id. */
  readonly units: ReadonlyMap<string, Unit>;
  /** Per session, the ordinal up to which its events are in episodes. */
  readonly episodeCursors: ReadonlyMap<string, number>;
  /** Episodes, topics and insights, by id. */
  readonly groups: ReadonlyMap<string, Group>;
  /** The latest entries, in order, at most `TAIL_ENTRIES`. */
  readonly tail: readonly TailEntry[];
  /** Absent where no language model was asked. */
  readonly model?: ModelProgress;
  /** Absent where no reflection set anything. */
  readonly reflected?: ReflectedPolicy;
}

export function emptySpaceUnits(tenant: string, space: string): SpaceUnits {
  return { tenant, space, sequence: 0, cursors: new Map(), units: new Map(), episodeCursors: new Map(), groups: new Map(), tail: [] };
}

/** Returns a unit of any kind by its id. */
export function findUnit({ units, groups }: Pick<SpaceUnits, 'units' | 'groups'>, id: string): AnyUnit | undefined {
  return units.get(id) ?? groups.get(id);
}

/** The same as plain JSON, for stores. */
export interface StoredSpaceUnits extends Omit<SpaceUnits, 'cursors' | 'units' | 'episodeCursors' | 'groups'> {
  readonly cursors: readonly (readonly [string, number])[];
  readonly units: readonly Unit[];
  readonly episodeCursors: readonly (readonly [string, number])[];
  readonly groups: readonly Group[];
}

export function storedSpaceUnits({ cursors, units, episodeCursors, groups, ...rest }: SpaceUnits): StoredSpaceUnits {
  return {
    ...rest,
    cursors: [...cursors],
    units: [...units.values()],
    episodeCursors: [...episodeCursors],
    groups: [...groups.values()],
  };
}

export function readSpaceUnits({ cursors, units, episodeCursors, groups, ...rest }: StoredSpaceUnits): SpaceUnits {
  return {
    ...rest,
    cursors: new Map(cursors),
    units: new Map(units.map((unit) => [unit.id, unit])),
    episodeCursors: new Map(episodeCursors),
    groups: new Map(groups.map((group) => [group.id, group])),
  };
}
