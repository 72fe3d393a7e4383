import type { Random, Scheduler } from '@total-recall/ports';
import { forEver } from '../retry/retry.ts';
import { runLoop } from '../retry/run-loop.ts';

/** Pauses between two tries. Callers wait for this work, so the longest is short. */
const AGAIN = forEver(1_000, 5_000);

/** Work on the partitions of the ledger that this process owns, which is tried until it is done. */
export interface ShareWork {
  /**
   * Does the work, and again after each failure, until it succeeds, the partition is not ours any more, or this stops.
   * Resolves then, and never rejects: the work reports its own failures.
   */
  untilDone(work: () => Promise<void>, isOurs: () => boolean): Promise<void>;
  stop(): void;
  /** Fires when it stops. */
  readonly stopping: AbortSignal;
}

export function createShareWork(deps: { readonly scheduler: Scheduler; readonly random: Random }): ShareWork {
  const stopping = new AbortController();
  return {
    untilDone: (work, isOurs) =>
      runLoop(
        async () => {
          if (isOurs()) await work();
          return 'done';
        },
        deps,
        { signal: stopping.signal, policy: AGAIN },
      ),
    stop: () => stopping.abort(),
    stopping: stopping.signal,
  };
}
