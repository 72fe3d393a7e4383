import type { Marks } from '@total-recall/domain';
import type { Clock, MemoryIndex, Scheduler } from '@total-recall/ports';

/** Waits until a partition's read models have come as far as an offset. */
export interface MarkWatcher {
  marks(partition: number): Promise<Marks>;
  /** False when the time was up first. */
  waitFor(partition: number, offset: number, mark: 'folded' | 'searchable', timeoutMs: number): Promise<boolean>;
  /** Called by a projector of this process: who waits here is told at once. */
  moved(partition: number, marks: Marks): void;
  /** Called when another index is read from now on, which may not have come as far. */
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
/** Who joins the loop in a pause waits this long at most for his first look. */
const LAST_PAUSE_MS = 20;
/** Marks fall where indices are lost and filled anew: what was read longer ago is no promise. */
const TRUSTED_MS = 1_000;

/** However many wait for a partition, one loop looks at its marks for all of them. */
export function createMarkWatcher(deps: {
  readonly index: Pick<MemoryIndex, 'marks'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): MarkWatcher {
  const known = new Map<number, Known>();
  const waiting = new Map<number, Set<Waiter>>();
  const learn = (partition: number, marks: Marks): Marks => {
    known.set(partition, { marks, atMs: deps.clock.monotonicMs() });
    return marks;
  };

  async function look(partition: number): Promise<Marks> {
    const before = known.get(partition);
    const marks = await deps.index.marks(partition);
    const now = known.get(partition);
    // What was learned meanwhile may be newer than what was read.
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

  /** Looks with growing pauses for as long as anybody waits. */
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

  return {
    marks: look,
    moved(partition, marks) {
      tell(partition, learn(partition, marks));
    },
    forget: () => known.clear(),
    async waitFor(partition, offset, mark, timeoutMs) {
      const now = deps.clock.monotonicMs();
      const last = known.get(partition);
      if (last !== undefined && last.marks[mark] >= offset && now - last.atMs < TRUSTED_MS) return true;
      return new Promise((end, fail) => {
        const waiter = { offset, mark, untilMs: now + timeoutMs, end, fail };
        const watched = waiting.get(partition);
        if (watched) return void watched.add(waiter);
        const waiters = new Set<Waiter>([waiter]);
        waiting.set(partition, waiters);
        void watch(partition, waiters);
      });
    },
  };
}

/** Tells those whose time is up that it was not reached. Milliseconds until the next one's is. */
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
