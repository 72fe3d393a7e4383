import { createShareWork, reasonText, TotalRecallError } from '@total-recall/runtime';
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
  /** Runs after that until it succeeds, once for each take: reopens erasures that could not read what opens by now. */
  readonly reopenRead: (known: KnownErasures) => Promise<void>;
  readonly own: (partition: number) => Promise<KnownErasures>;
  readonly finish: (known: KnownErasures, one: KnownErasure) => Promise<void>;
}

export function createShares(
  { scheduler, random, observer }: Pick<EraseDeps, 'scheduler' | 'random' | 'observer'>,
  { own, openAbandoned, reopenRead, finish }: ShareWork,
): LedgerShares {
  const held = new Map<number, KnownErasures>();
  const working = new Set<KnownErasures>();
  /** Shares that were looked at since they were taken. */
  const looked = new WeakSet<KnownErasures>();
  const work = createShareWork({ scheduler, random });
  const has = (known: KnownErasures): boolean => !work.stopping.aborted && held.get(known.partition) === known;

  /** Works once on all that is open. What failed does not stop the rest, and is thrown at the end. */
  const workOnce = async (known: KnownErasures, isNews: (error: unknown) => boolean): Promise<void> => {
    const failures: unknown[] = [];
    const tried = async (work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        failures.push(error);
        if (has(known) && isNews(error)) observer.failed('erase', error);
      }
    };
    await tried(() => openAbandoned(known));
    await tried(async () => {
      if (looked.has(known)) return;
      await reopenRead(known);
      looked.add(known);
    });
    for (const one of known.all()) {
      if (one.state === 'done' || !has(known)) continue;
      await tried(() => finish(known, one));
    }
    if (failures.length > 0) throw new AggregateError(failures);
  };
  const finishInBackground = (known: KnownErasures): void => {
    if (working.has(known)) return;
    working.add(known);
    const news = createFailureNews();
    const finishing = work.untilDone(
      () => workOnce(known, news()),
      () => has(known),
    );
    void finishing.finally(() => working.delete(known));
  };
  return {
    async take(partition) {
      // It may be taken again because another part of the work in it failed.
      const known = held.get(partition) ?? (await own(partition));
      held.set(partition, known);
      looked.delete(known);
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
    stop: () => work.stop(),
    stopping: work.stopping,
  };
}

/**
 * Creates the memory of the failures of rounds that follow each other. A round asks of each failure whether it is to be
 * reported: once a round, and while the same one comes round after round, in the first, second, fourth, eighth and so on.
 */
function createFailureNews(): () => (error: unknown) => boolean {
  let before = new Map<string, number>();
  return () => {
    const [last, now] = [before, new Map<string, number>()];
    before = now;
    return (error) => {
      const message = reasonText(error);
      if (now.has(message)) return false;
      const rounds = (last.get(message) ?? 0) + 1;
      now.set(message, rounds);
      return Number.isInteger(Math.log2(rounds));
    };
  };
}
