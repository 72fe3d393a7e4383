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
   * Called when everything up to this record is written, except for its references to other events; `says` is the
   * recording time of the first of those.
   */
  written(partition: number, upTo: { readonly offset: number; readonly recordedAt: number; readonly says: number | undefined }): void;
  /** Resolves when references recorded at this time may be written. Errors: `closed`. */
  turn(partition: number, recordedAt: number): Promise<void>;
  /** Called when they are written; `says` is the recording time of the next ones. */
  done(partition: number, says: number | undefined): void;
  close(): void;
}

interface Filled {
  readonly offset: number;
  /** Latest recording time of what is written. */
  readonly writtenAt: number;
  /** Recording time of the next references to write. */
  readonly says: number;
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
  const of = (partition: number): Filled => filled.get(partition) ?? { offset: -1, writtenAt: -Infinity, says: Infinity };
  const update = (partition: number, change: Partial<Filled>): void => void filled.set(partition, { ...of(partition), ...change });

  async function isBefore(partition: number, recordedAt: number, other: number): Promise<boolean> {
    const { offset, writtenAt, says } = of(other);
    const isSaidFirst = says < recordedAt || (says === recordedAt && other < partition);
    return isSaidFirst || (writtenAt < recordedAt && offset < (await log.end(other)));
  }

  return {
    resumed: (partition, offset) => update(partition, { offset }),
    written: (partition, { offset, recordedAt, says = Infinity }) =>
      update(partition, { offset, writtenAt: Math.max(of(partition).writtenAt, recordedAt), says }),
    async turn(partition, recordedAt) {
      for (let other = 0; other < log.partitions; other++) {
        if (other === partition) continue;
        while (await isBefore(partition, recordedAt, other)) {
          await scheduler.delay(LOOK_MS, closed.signal).catch(() => undefined);
          if (closed.signal.aborted) throw new TotalRecallError('closed', 'The index is not filled any more.');
        }
      }
    },
    done: (partition, says = Infinity) => update(partition, { says }),
    close: () => closed.abort(),
  };
}
