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

const FIRST_POLL_MS = 2;
const LAST_POLL_MS = 50;

export function createMarkWatcher(deps: {
  readonly index: Pick<MemoryIndex, 'marks'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): MarkWatcher {
  const known = new Map<number, Marks>();
  const waiters = new Set<{ readonly partition: number; readonly wake: () => void }>();
  const reached = (partition: number, offset: number, mark: 'folded' | 'searchable') => (known.get(partition)?.[mark] ?? -1) >= offset;

  async function poll(partition: number): Promise<Marks> {
    const marks = await deps.index.marks(partition);
    const before = known.get(partition);
    if (!before || marks.folded >= before.folded) known.set(partition, marks);
    return known.get(partition)!;
  }
  return {
    marks: poll,
    moved(partition, marks) {
      known.set(partition, marks);
      for (const waiter of waiters) if (waiter.partition === partition) waiter.wake();
    },
    async waitFor(partition, offset, mark, timeoutMs) {
      if (reached(partition, offset, mark)) return true;
      const until = deps.clock.monotonicMs() + timeoutMs;
      for (let pause = FIRST_POLL_MS; ; pause = Math.min(LAST_POLL_MS, pause * 2)) {
        await poll(partition);
        if (reached(partition, offset, mark)) return true;
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
