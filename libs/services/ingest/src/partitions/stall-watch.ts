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
  /** Ends up to which partitions were seen to be folded. One that has not grown since needs no look at its marks. */
  let done = new Map<number, number>();

  async function look(): Promise<void> {
    const partitions = projected();
    const [found, isDone]: [typeof behind, typeof done] = [new Map(), new Map()];
    // All at once, as a log on brokers answers those that are asked together with one request.
    const ends = await Promise.all(partitions.map((partition) => log.end(partition)));
    for (const [at, partition] of partitions.entries()) {
      const end = ends[at]!;
      observer.logEndObserved?.({ partition, end });
      const { folded } = done.get(partition) === end ? { folded: end } : await index.marks(partition);
      if (folded >= end) {
        isDone.set(partition, end);
        continue;
      }
      const before = behind.get(partition);
      const seenMs = clock.monotonicMs();
      const since = before?.folded === folded ? before : { since: clock.now(), sinceMs: seenMs };
      found.set(partition, { ...since, partition, folded, end, seenMs });
    }
    [behind, done] = [found, isDone];
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
