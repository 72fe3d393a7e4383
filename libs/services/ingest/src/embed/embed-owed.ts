import type { LogRecord, OwedVectors } from '@total-recall/ports';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import type { IngestDeps, IngestVectors } from '../ingest-deps.ts';
import type { BatchEmbedder } from './embed-batch.ts';

/** Pause between two looks at the vectors that are owed. The process that erases may be another. */
export const OWED_LOOK_MS = 5_000;

/** Pause between two looks of who waits for them. */
const WAIT_LOOK_MS = 100;

/** Says when to look for vectors that are owed: at the start, after a pause, and soon where somebody asks. */
export interface OwedLook {
  isDue(): boolean;
  soon(): void;
  /** Nothing is owed: the next look is after the pause. */
  later(): void;
}

export function createOwedLook({ monotonicMs }: Pick<IngestDeps['clock'], 'monotonicMs'>): OwedLook {
  let dueMs = -Infinity;
  return {
    isDue: () => monotonicMs() >= dueMs,
    soon: () => void (dueMs = -Infinity),
    later: () => void (dueMs = monotonicMs() + OWED_LOOK_MS),
  };
}

interface OwedWork {
  readonly index: Pick<IngestDeps['index'], 'events'>;
  readonly vectors: IngestVectors;
  readonly partition: number;
  readonly embedBatch: BatchEmbedder;
  /** Most events at once. */
  readonly events: number;
}

/**
 * Makes vectors again that were removed because what they were read with is erased; resolves to false where none was left.
 * An event stays listed until its vectors are durable, so that a crash repeats it.
 */
export async function embedOwed({ index, vectors, partition, embedBatch, events }: OwedWork): Promise<boolean> {
  const owed = await vectors.index.owedVectors(partition, events);
  if (owed.length === 0) return false;
  await embedBatch(await recordsOf(index, owed), 'outdated');
  await vectors.index.settleVectors(partition, owed);
  return true;
}

/** Reads the records of events, without those that are erased since. */
async function recordsOf(index: OwedWork['index'], owed: readonly OwedVectors[]): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for (const own of Map.groupBy(owed, ({ tenant, space }) => JSON.stringify([tenant, space])).values()) {
    const { tenant, space } = own[0]!;
    const ids = [...new Set(own.map(({ eventId }) => eventId))];
    for (const event of await index.events(tenant, space, ids)) if (event) records.push(event.record);
  }
  return records;
}

interface OwedWait {
  readonly vectors: IngestVectors;
  readonly partition: number;
  /** Makes the role look at once. */
  readonly wake: () => void;
  /** End of the wait on the monotonic clock. */
  readonly untilMs: number;
}

/** Resolves when no vectors of a partition are owed any more. Errors: `not_caught_up` when the time is up. */
export async function untilNoneOwed(
  { clock, scheduler }: Pick<IngestDeps, 'clock' | 'scheduler'>,
  { vectors, partition, wake, untilMs }: OwedWait,
): Promise<void> {
  while ((await vectors.index.owedVectors(partition, 1)).length > 0) {
    const leftMs = untilMs - clock.monotonicMs();
    if (leftMs <= 0) throw notCaughtUp();
    wake();
    await scheduler.delay(Math.min(WAIT_LOOK_MS, leftMs));
  }
}
