import type { EventLog, MemoryIndex, Scheduler } from '@total-recall/ports';
import type { Component, Health } from '@total-recall/runtime';

const LOOK_MS = 250;
/** Longer than any batch takes. The health of ingest names a projector that stands still, and what is folded can be read. */
const STANDS_MS = 120_000;

export interface FilledAtStartDeps {
  readonly log: Pick<EventLog, 'partitions' | 'end'>;
  readonly index: Pick<MemoryIndex, 'marks'>;
  readonly clock: { monotonicMs(): number };
  readonly scheduler: Pick<Scheduler, 'delay'>;
}

/**
 * Creates the component that is unready until the read model has what was in the log at the start: after a restore or
 * without its folder it is filled from the log, and until then windows and lists answer `not_caught_up`. A start does
 * not wait for it, what is appended later does not count, and where nothing is folded for two minutes it is ready.
 */
export function filledAtStart({ log, index, clock, scheduler }: FilledAtStartDeps): Component {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let ends: readonly number[] = [];
  let filled: number | undefined;

  /** Number of records of before the start that are folded. */
  async function folded(): Promise<number> {
    const marks = await Promise.all(ends.map((_, partition) => index.marks(partition)));
    return marks.reduce((sum, mark, partition) => sum + Math.min(mark.folded, ends[partition]!) + 1, 0);
  }

  const wanted = (): number => ends.reduce((sum, end) => sum + end + 1, 0);

  async function watch(): Promise<void> {
    for (let movedMs = clock.monotonicMs(); filled !== undefined;) {
      await scheduler.delay(LOOK_MS, stopping.signal);
      const now = await folded().catch(() => filled!);
      if (now > filled) [filled, movedMs] = [now, clock.monotonicMs()];
      if (now >= wanted() || clock.monotonicMs() - movedMs >= STANDS_MS) filled = undefined;
    }
  }

  return {
    name: 'fold',
    async start() {
      ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
      const first = await folded();
      if (first >= wanted()) return;
      filled = first;
      // The only error is that of a delay that was ended by a stop.
      running = watch().catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await running;
    },
    health: (): Health =>
      filled === undefined ? { ready: true } : { ready: false, detail: `is filled from the log: ${filled} of ${wanted()} records` },
  };
}
