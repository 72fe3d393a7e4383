import type { ReflectedPolicy } from '../reflection/reflected-settings.ts';
import type { Group } from './group.ts';
import type { ModelProgress } from './model-progress.ts';
import type { SpaceUnits, TailEntry } from './space-units.ts';
import type { Unit } from './unit.ts';

/** The state while entries are applied to it. */
export interface UnitsDraft {
  readonly tenant: string;
  readonly space: string;
  sequence: number;
  readonly cursors: Map<string, number>;
  readonly units: Map<string, Unit>;
  readonly episodeCursors: Map<string, number>;
  readonly groups: Map<string, Group>;
  tail: readonly TailEntry[];
  model?: ModelProgress;
  reflected?: ReflectedPolicy;
}

export function draftOf(state: SpaceUnits): UnitsDraft {
  const { cursors, units, episodeCursors, groups } = state;
  return {
    ...state,
    cursors: new Map(cursors),
    units: new Map(units),
    episodeCursors: new Map(episodeCursors),
    groups: new Map(groups),
  };
}
