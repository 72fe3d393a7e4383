import type { EventLog, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/**
 * Orders references between events of different partitions (pins, supersessions) by recording time while
 * partitions are filled side by side. A reference is written once everything recorded before it is written, and
 * all earlier references are.
 */
export interface FillOrder {
  /** Called when a partition continues after this offset. */
  resumed(partition: number, offset: number): void;
  /**
   * Called when everything up to this record is written, except for its references to other events; `nextReferenceAt` is the
   * recording time of the first of those.
   */
  written(
    partition: number,
    upTo: { readonly offset: number; readonly recordedAt: number; readonly nextReferenceAt: number | undefined },
  ): void;
  /** Resolves when references recorded at this time may be written. Errors: `closed`. */
  turn(partition: number, recordedAt: number): Promise<void>;
  /** Called when they are written; `nextReferenceAt` is the recording time of the next ones. */
  done(partition: number, nextReferenceAt: number | undefined): void;
  close(): void;
}

interface Filled {
  readonly offset: number;
  /** Latest recording time of what is written. */
  readonly writtenAt: number;
  /** Recording time of the next references to write. */
  readonly nextReferenceAt: number;
}

const LOOK_MS = 20;

export function createFillOrder({
  log,
  scheduler,
}: {
  readonly log: Pick<EventLog, 'end' | 'partitions'>;
  readonly scheduler: Scheduler;
}): FillOrder {
  const filled = new Map<number, Filled>();
  const closed = new AbortController();
  const of = (partition: number): Filled => filled.get(partition) ?? { offset: -1, writtenAt: -Infinity, nextReferenceAt: Infinity };
  const update = (partition: number, change: Partial<Filled>): void => void filled.set(partition, { ...of(partition), ...change });

  async function isBefore(partition: number, recordedAt: number, other: number): Promise<boolean> {
    const { offset, writtenAt, nextReferenceAt } = of(other);
    const isEarlierReference = nextReferenceAt < recordedAt || (nextReferenceAt === recordedAt && other < partition);
    return isEarlierReference || (writtenAt < recordedAt && offset < (await log.end(other)));
  }

  return {
    resumed: (partition, offset) => update(partition, { offset }),
    written: (partition, { offset, recordedAt, nextReferenceAt = Infinity }) =>
      update(partition, { offset, writtenAt: Math.max(of(partition).writtenAt, recordedAt), nextReferenceAt }),
    async turn(partition, recordedAt) {
      for (let other = 0; other < log.partitions; other++) {
        if (other === partition) continue;
        while (await isBefore(partition, recordedAt, other)) {
          await scheduler.delay(LOOK_MS, closed.signal).catch(() => undefined);
          if (closed.signal.aborted) throw new TotalRecallError('closed', 'The index is not filled any more.');
        }
      }
    },
    done: (partition, nextReferenceAt = Infinity) => update(partition, { nextReferenceAt }),
    close: () => closed.abort(),
  };
}
