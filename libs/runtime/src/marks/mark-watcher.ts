import type { Marks } from '@total-recall/domain';
import type { Clock, MemoryIndex, Scheduler } from '@total-recall/ports';

/** Waits until a partition's read models have come as far as an offset. */
export interface MarkWatcher {
  marks(partition: number): Promise<Marks>;
  /** False when the time was up first. */
  waitFor(partition: number, offset: number, mark: 'folded' | 'searchable', timeoutMs: number): Promise<boolean>;
  /** Called by a projector of this process, so that waiters here need not poll. */
  moved(partition: number, marks: Marks): void;
}

interface Known {
  readonly marks: Marks;
  readonly atMs: number;
}

const FIRST_POLL_MS = 2;
const LAST_POLL_MS = 50;
/** Marks fall where indices are lost and filled anew: what was read longer ago is no promise. */
const TRUSTED_MS = 1_000;

export function createMarkWatcher(deps: {
  readonly index: Pick<MemoryIndex, 'marks'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): MarkWatcher {
  const known = new Map<number, Known>();
  const waiters = new Set<{ readonly partition: number; readonly wake: () => void }>();
  const learn = (partition: number, marks: Marks): Marks => {
    known.set(partition, { marks, atMs: deps.clock.monotonicMs() });
    return marks;
  };
  const reached = (partition: number, offset: number, mark: 'folded' | 'searchable'): boolean => {
    const last = known.get(partition);
    return last !== undefined && last.marks[mark] >= offset && deps.clock.monotonicMs() - last.atMs < TRUSTED_MS;
  };

  async function poll(partition: number): Promise<Marks> {
    const before = known.get(partition);
    const marks = await deps.index.marks(partition);
    const now = known.get(partition);
    // What was learned meanwhile may be newer than what was read.
    return now === undefined || now === before || marks.folded >= now.marks.folded ? learn(partition, marks) : now.marks;
  }
  return {
    marks: poll,
    moved(partition, marks) {
      learn(partition, marks);
      for (const waiter of waiters) if (waiter.partition === partition) waiter.wake();
    },
    async waitFor(partition, offset, mark, timeoutMs) {
      if (reached(partition, offset, mark)) return true;
      const until = deps.clock.monotonicMs() + timeoutMs;
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(LAST_POLL_MS, pause * 2)) {
        if ((await poll(partition))[mark] >= offset) return true;
        const left = until - deps.clock.monotonicMs();
        if (left <= 0) return false;
        const done = new AbortController();
        let waiter: { partition: number; wake: () => void } | undefined;
        const woken = new Promise<void>((wake) => (waiter = { partition, wake }));
        waiters.add(waiter!);
        await Promise.race([woken, deps.scheduler.delay(Math.min(pause, left), done.signal).catch(() => undefined)]);
        done.abort();
        waiters.delete(waiter!);
      }
    },
  };
}
