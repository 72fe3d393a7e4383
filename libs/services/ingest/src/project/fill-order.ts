import type { EventLog, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/**
 * Puts what events say of events of other partitions (pins, what supersedes what) in the order of recording while partitions are filled beside each other: each is
 * done once all that was recorded before it is written, and all else that was said before it is done.
 */
export interface FillOrder {
  /** A partition goes on behind this offset. */
  resumed(partition: number, offset: number): void;
  /** All up to this record is written, but for what its records say of others; the first of those was recorded then. */
  written(partition: number, upTo: { readonly offset: number; readonly recordedAt: number; readonly says: number | undefined }): void;
  /** Resolves when it is the turn of what was said then. Errors: `closed`. */
  turn(partition: number, recordedAt: number): Promise<void>;
  /** It is done; the next was said then. */
  done(partition: number, says: number | undefined): void;
  close(): void;
}

interface Filled {
  readonly offset: number;
  /** Of what is written, the last time of recording. */
  readonly writtenAt: number;
  /** When what is next to be done was said. */
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
