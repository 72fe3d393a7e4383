import type { IngestDeps } from '../ingest-deps.ts';

/** A projector that does not move, though the log goes on. */
export interface Stall {
  readonly partition: number;
  /** Offset of the last record that is folded; -1: none. */
  readonly folded: number;
  /** Offset of the last record of the log. */
  readonly end: number;
  /** Epoch milliseconds of the first look that found it there. */
  readonly since: number;
}

/** Looks for projectors that stand still. One that is slow, or fills a read model, moves between two looks. */
interface StallWatch {
  start(): void;
  stop(): Promise<void>;
  stalls(): readonly Stall[];
}

const LOOK_MS = 15_000;
/** A batch may wait for vectors and erasures, each for less than that. */
const STALLED_MS = 120_000;

/** A projector that was behind at the first and at the last look, in milliseconds of the monotonic clock. */
interface Seen extends Stall {
  readonly sinceMs: number;
  readonly seenMs: number;
}

type StallWatchDeps = Pick<IngestDeps, 'log' | 'index' | 'clock' | 'scheduler' | 'observer'>;

/** Creates the watch over the partitions that are projected here. */
export function createStallWatch(
  { log, index, clock, scheduler, observer }: StallWatchDeps,
  projected: () => readonly number[],
): StallWatch {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let behind = new Map<number, Seen>();

  async function look(): Promise<void> {
    const found: typeof behind = new Map();
    for (const partition of projected()) {
      const [{ folded }, end] = await Promise.all([index.marks(partition), log.end(partition)]);
      observer.looked?.({ partition, end });
      if (folded >= end) continue;
      const before = behind.get(partition);
      const seenMs = clock.monotonicMs();
      const since = before?.folded === folded ? before : { since: clock.now(), sinceMs: seenMs };
      found.set(partition, { ...since, partition, folded, end, seenMs });
    }
    behind = found;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A store that cannot be read is named by its own health.
      await look().catch(() => undefined);
      await scheduler.delay(LOOK_MS, stopping.signal).catch(() => undefined);
    }
  }

  return {
    start: () => void (running = run()),
    async stop() {
      stopping.abort();
      await running;
    },
    stalls: () => [...behind.values()].filter(({ sinceMs, seenMs }) => seenMs - sinceMs >= STALLED_MS),
  };
}
