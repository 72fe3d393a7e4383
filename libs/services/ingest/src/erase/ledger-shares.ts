import { forEver, runLoop, TotalRecallError } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import type { KnownErasure, KnownErasures } from './known-erasures.ts';

/** The ledger partitions that this process owns, and the open work in them. */
export interface LedgerShares {
  take(partition: number): Promise<KnownErasures>;
  release(partition: number): Promise<void>;
  /** Errors: `unavailable` if this process does not own it. */
  of(partition: number): KnownErasures;
  holds(partition: number): boolean;
  /** Returns true when this process still owns the share that `known` describes. */
  has(known: KnownErasures): boolean;
  all(): KnownErasure[];
  /** Works on open erasures in the background, retrying until none is left. */
  finishInBackground(known: KnownErasures): void;
  stop(): void;
  /** Fires when it stops. */
  readonly stopping: AbortSignal;
}

interface ShareWork {
  /** Runs before each round of open work: opens sessions that a former process left closed. */
  readonly openAbandoned: (known: KnownErasures) => Promise<void>;
  readonly own: (partition: number) => Promise<KnownErasures>;
  readonly finish: (known: KnownErasures, one: KnownErasure) => Promise<void>;
}

const AGAIN = forEver(5_000, 5_000);

export function createShares(
  { scheduler, random, observer }: Pick<EraseDeps, 'scheduler' | 'random' | 'observer'>,
  { own, openAbandoned, finish }: ShareWork,
): LedgerShares {
  const held = new Map<number, KnownErasures>();
  const working = new Set<KnownErasures>();
  const stopping = new AbortController();
  const has = (known: KnownErasures): boolean => !stopping.signal.aborted && held.get(known.partition) === known;

  /** Works once on all that is open. What failed does not stop the rest, and is thrown at the end. */
  const workOnce = async (known: KnownErasures): Promise<void> => {
    const failures: unknown[] = [];
    const tried = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        failures.push(error);
        if (has(known)) observer.failed('erase', error);
      }
    };
    await tried(() => openAbandoned(known));
    for (const one of known.all()) {
      if (one.state === 'done' || !has(known)) continue;
      await tried(() => finish(known, one));
    }
    if (failures.length > 0) throw new AggregateError(failures);
  };
  const workUntilDone = async (known: KnownErasures): Promise<void> => {
    working.add(known);
    const turn = async (): Promise<'done'> => {
      if (has(known)) await workOnce(known);
      return 'done';
    };
    try {
      await runLoop(turn, { scheduler, random }, { signal: stopping.signal, policy: AGAIN });
    } finally {
      working.delete(known);
    }
  };
  const finishInBackground = (known: KnownErasures): void => {
    if (!working.has(known)) void workUntilDone(known);
  };
  return {
    async take(partition) {
      const known = await own(partition);
      held.set(partition, known);
      finishInBackground(known);
      return known;
    },
    async release(partition) {
      held.delete(partition);
    },
    of(partition) {
      const known = held.get(partition);
      if (known) return known;
      throw new TotalRecallError('unavailable', 'Erasures of this tenant are taken up by another process at the moment. Try again.', {
        retryAfterMs: 1_000,
      });
    },
    holds: (partition) => held.has(partition),
    has,
    all: () => [...held.values()].flatMap((known) => known.all()),
    finishInBackground,
    stop: () => stopping.abort(),
    stopping: stopping.signal,
  };
}
