import { spaceKey } from '@total-recall/domain';
import type { UnitMarks, UnitStore } from '@total-recall/ports';
import { createClosing, packSpaceUnits, unpackSpaceUnits, type PackedUnits } from '@total-recall/runtime';

export interface MemoryUnitStoreOptions {
  /** Default: `UNIT_STATE_BYTES`. */
  readonly maxStateBytes?: number;
}

/** Creates a store of units in memory. States are kept packed, so that a reader never sees a later change. */
export function createMemoryUnitStore({ maxStateBytes }: MemoryUnitStoreOptions = {}): UnitStore {
  const states = new Map<string, PackedUnits & { readonly partition: number }>();
  const marks = new Map<number, UnitMarks>();
  const { refuseClosed, close } = createClosing('The unit store');
  return {
    load: async (place) => {
      refuseClosed();
      const found = states.get(spaceKey(place));
      return found && unpackSpaceUnits(found.packed);
    },
    sequenceOf: async (place) => {
      refuseClosed();
      return states.get(spaceKey(place))?.sequence;
    },
    save: async (partition, batch, upTo) => {
      refuseClosed();
      for (const state of await packSpaceUnits(batch, maxStateBytes)) {
        const key = spaceKey(state);
        if ((states.get(key)?.sequence ?? -1) <= state.sequence) states.set(key, { ...state, partition });
      }
      if ((marks.get(partition)?.saved.sequence ?? 0) <= upTo.sequence) marks.set(partition, { saved: upTo, begun: upTo });
    },
    marks: async (partition) => {
      refuseClosed();
      return marks.get(partition);
    },
    clear: async (partition) => {
      refuseClosed();
      for (const [key, state] of states) if (state.partition === partition) states.delete(key);
      marks.delete(partition);
    },
    close,
  };
}
