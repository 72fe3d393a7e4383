import type { SpaceUnits } from '@total-recall/domain';
import type { LedgerPoint, UnitStore } from '@total-recall/ports';
import { createSerialQueue } from '@total-recall/runtime';

/** States that were folded and are not in the store yet, by partition of the ledger. */
export interface UnsavedStates {
  get(key: string): SpaceUnits | undefined;
  /** Keeps states until the next save; the store then holds all entries of the partition up to this one. */
  put(partition: number, states: ReadonlyMap<string, SpaceUnits>, upTo: LedgerPoint): void;
  /** Saves all. What could not be saved is kept for the next call. */
  save(): Promise<void>;
  /** Drops those of a partition that another process owns now. */
  drop(partition: number): void;
}

interface Batch {
  readonly states: Map<string, SpaceUnits>;
  readonly upTo: LedgerPoint;
}

export function createUnsavedStates(store: Pick<UnitStore, 'save'>): UnsavedStates {
  const waiting = new Map<number, Batch>();
  const saving = new Map<number, Batch>();
  const inTurn = createSerialQueue();
  const merged = (earlier: Batch | undefined, later: Batch): Batch => ({
    states: new Map([...(earlier?.states ?? []), ...later.states]),
    upTo: later.upTo,
  });
  const saveOne = async (partition: number, batch: Batch): Promise<void> => {
    waiting.delete(partition);
    saving.set(partition, batch);
    try {
      await store.save(partition, [...batch.states.values()], batch.upTo);
    } catch (error) {
      // Unless it was dropped meanwhile, it is saved with what came after it.
      if (saving.has(partition)) waiting.set(partition, merged(batch, waiting.get(partition) ?? batch));
      throw error;
    } finally {
      saving.delete(partition);
    }
  };
  return {
    get(key) {
      for (const batches of [waiting, saving])
        for (const { states } of batches.values()) {
          const state = states.get(key);
          if (state) return state;
        }
      return undefined;
    },
    put: (partition, states, upTo) => void waiting.set(partition, merged(waiting.get(partition), { states: new Map(states), upTo })),
    save: () =>
      inTurn(async () => {
        for (const [partition, batch] of waiting) await saveOne(partition, batch);
      }),
    drop(partition) {
      waiting.delete(partition);
      saving.delete(partition);
    },
  };
}
