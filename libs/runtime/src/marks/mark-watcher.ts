import type { Marks } from '@total-recall/domain';
import type { Clock, MemoryIndex, Scheduler } from '@total-recall/ports';

/** Waits until a partition's read models have reached an offset. */
export interface MarkWatcher {
  /**
   * Reads the marks. Where `enough` is searchable by what was read a moment ago, no store is asked again: marks rise, but
   * where an index is lost.
   */
  marks(partition: number, enough?: number): Promise<Marks>;
  /** Resolves to false if the time ran out first. */
  waitFor(partition: number, offset: number, mark: 'folded' | 'searchable', timeoutMs: number): Promise<boolean>;
  /** Called by a projector of this process, so that waiters here learn of new marks at once. */
  moved(partition: number, marks: Marks): void;
  /** Clears cached marks, because another index is read from now on, which may not be as far. */
  forget(): void;
}

interface Known {
  readonly marks: Marks;
  readonly atMs: number;
}

interface Waiter {
  readonly offset: number;
  readonly mark: 'folded' | 'searchable';
  readonly untilMs: number;
  end(reached: boolean): void;
  fail(error: unknown): void;
}

const FIRST_PAUSE_MS = 2;
/** Longest pause between two reads of the marks. */
const LAST_PAUSE_MS = 20;
/** Time that a read of marks is trusted. Marks fall when an index is lost and filled again. */
const TRUSTED_MS = 1_000;

/** Creates the watcher. One loop per partition reads the marks for all waiters. */
export function createMarkWatcher(deps: {
  readonly index: Pick<MemoryIndex, 'marks'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): MarkWatcher {
  const known = new Map<number, Known>();
  const waiting = new Map<number, Set<Waiter>>();
  // Counts calls of `forget`: marks that were asked for before one are of another index.
  let forgotten = 0;
  const learn = (partition: number, marks: Marks): Marks => {
    known.set(partition, { marks, atMs: deps.clock.monotonicMs() });
    return marks;
  };

  async function look(partition: number): Promise<Marks> {
    const asked = forgotten;
    const before = known.get(partition);
    const marks = await deps.index.marks(partition);
    if (asked !== forgotten) return look(partition);
    const now = known.get(partition);
    // Marks learned during the read may be newer than its result.
    return now === undefined || now === before || marks.folded >= now.marks.folded ? learn(partition, marks) : now.marks;
  }

  function tell(partition: number, marks: Marks): void {
    const waiters = waiting.get(partition) ?? new Set();
    for (const waiter of waiters) {
      if (marks[waiter.mark] < waiter.offset) continue;
      waiters.delete(waiter);
      waiter.end(true);
    }
  }

  /** Polls with growing pauses while anybody waits. */
  async function watch(partition: number, waiters: Set<Waiter>): Promise<void> {
    try {
      for (let pauseMs = FIRST_PAUSE_MS; waiters.size > 0; pauseMs = Math.min(LAST_PAUSE_MS, pauseMs * 2)) {
        tell(partition, await look(partition));
        const leftMs = endLate(waiters, deps.clock.monotonicMs());
        if (waiters.size > 0) await deps.scheduler.delay(Math.min(pauseMs, leftMs));
      }
      waiting.delete(partition);
    } catch (error) {
      waiting.delete(partition);
      for (const waiter of waiters) waiter.fail(error);
    }
  }

  /** Marks that were read a moment ago, where they have reached an offset. */
  const trusted = (partition: number, mark: Waiter['mark'], offset: number): Marks | undefined => {
    const last = known.get(partition);
    const isTrusted = last !== undefined && last.marks[mark] >= offset && deps.clock.monotonicMs() - last.atMs < TRUSTED_MS;
    return isTrusted ? last.marks : undefined;
  };

  return {
    marks: async (partition, enough) => (enough === undefined ? undefined : trusted(partition, 'searchable', enough)) ?? look(partition),
    moved(partition, marks) {
      tell(partition, learn(partition, marks));
    },
    forget() {
      forgotten += 1;
      known.clear();
    },
    async waitFor(partition, offset, mark, timeoutMs) {
      if (trusted(partition, mark, offset)) return true;
      return new Promise((end, fail) => {
        const waiter = { offset, mark, untilMs: deps.clock.monotonicMs() + timeoutMs, end, fail };
        const watched = waiting.get(partition);
        if (watched) return void watched.add(waiter);
        const waiters = new Set<Waiter>([waiter]);
        waiting.set(partition, waiters);
        void watch(partition, waiters);
      });
    },
  };
}

/** Ends the waiters whose time is up. Returns the milliseconds until the next one's is. */
function endLate(waiters: Set<Waiter>, nowMs: number): number {
  let leftMs = Infinity;
  for (const waiter of waiters) {
    if (waiter.untilMs > nowMs) leftMs = Math.min(leftMs, waiter.untilMs - nowMs);
    else {
      waiters.delete(waiter);
      waiter.end(false);
    }
  }
  return leftMs;
}
