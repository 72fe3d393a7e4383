import { spaceKey, type SpaceUnits } from '@total-recall/domain';
import type { Clock, UnitStore } from '@total-recall/ports';
import { createLruMap } from '../caches/recent-entries.ts';
import type { PastUnits } from './past-units.ts';

/** Gives the units of a space as they stand now, and as they stood; undefined where it has none. */
export interface UnitReader {
  of(tenant: string, space: string): Promise<SpaceUnits | undefined>;
  /** As an entry of the ledger left them, as `PastUnits` does; absent without a ledger. */
  at?(...of: Parameters<PastUnits['at']>): Promise<SpaceUnits>;
}

export interface UnitReaderOptions {
  /** Time for which a state counts as the latest, in milliseconds. Default: 1,000. */
  readonly freshMs?: number;
  /** Units that are kept of all spaces; a space without any counts as one. Default: 40,000. */
  readonly capacity?: number;
}

interface Known {
  readonly sequence: number | undefined;
  readonly state: SpaceUnits | undefined;
  readonly atMs: number;
}

/**
 * Reads the units that another process saves. It asks a store for the sequence of a space at most once in `freshMs`, and
 * loads a state only where that has moved. A store that does not answer is an error: without it nobody knows what a
 * person withheld.
 */
export function createUnitReader(
  store: Pick<UnitStore, 'load' | 'sequenceOf'>,
  clock: Pick<Clock, 'monotonicMs'>,
  { freshMs = 1_000, capacity = 40_000 }: UnitReaderOptions = {},
): UnitReader {
  const known = createLruMap<Known>(capacity);
  const reading = new Map<string, Promise<SpaceUnits | undefined>>();

  async function read(key: string, tenant: string, space: string): Promise<SpaceUnits | undefined> {
    const atMs = clock.monotonicMs();
    const before = known.get(key);
    const sequence = await store.sequenceOf({ tenant, space });
    const isSame = sequence === undefined || sequence === before?.sequence;
    const state = isSame ? (sequence === undefined ? undefined : before?.state) : await store.load({ tenant, space });
    known.set(key, { sequence: state?.sequence ?? sequence, state, atMs }, state ? state.units.size + state.groups.size : 1);
    return state;
  }

  return {
    of(tenant, space) {
      const key = spaceKey({ tenant, space });
      const held = known.get(key);
      if (held && clock.monotonicMs() - held.atMs < freshMs) return Promise.resolve(held.state);
      const before = reading.get(key);
      if (before) return before;
      const now = read(key, tenant, space).finally(() => reading.delete(key));
      reading.set(key, now);
      return now;
    },
  };
}
