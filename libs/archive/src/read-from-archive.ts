import type { EventLog, LogRecord, LogSubscription, SegmentStore } from '@total-recall/ports';
import { NOTHING_ARCHIVED, openArchivedPartition, type ArchivedPartition } from './archived-partition.ts';

export interface ReadFromArchiveOptions {
  /** Called for a chapter or an archive of a partition that cannot be read. The log is read instead. */
  readonly onFallback?: (error: unknown, place: { readonly partition: number; readonly chapter: number | undefined }) => void;
  /** Distance from the end of the log, in records, from which on the archive is used. Default 0: always. */
  readonly farBehind?: number;
}

const FOLLOW_RECORDS = 512;

/**
 * Wraps a log for reading from its beginning: reads from the archive as far as it goes, then from the log. It reads
 * once per partition, at the first read, how far the archive goes, and caches two chapters per partition. Closing it
 * closes the log but not the archive.
 */
export function readFromArchive(log: EventLog, segments: SegmentStore, options: ReadFromArchiveOptions = {}): EventLog {
  const { onFallback, farBehind = 0 } = options;
  const partitions = new Map<number, Promise<ArchivedPartition>>();
  const isFar = measureDistance(log, farBehind);
  const following = new Set<LogSubscription>();
  let isClosed = false;

  const archived = (partition: number): Promise<ArchivedPartition> => {
    const known = partitions.get(partition);
    if (known) return known;
    const fallBack = (error: unknown, chapter?: number): void => onFallback?.(error, { partition, chapter });
    const opened = openArchivedPartition(log.generation, partition, segments, fallBack).catch((error: unknown) => {
      fallBack(error);
      return NOTHING_ARCHIVED;
    });
    partitions.set(partition, opened);
    return opened;
  };

  /** Returns true for calls that the log refuses; they are passed on so that the log gives its own error. */
  const isRefused = (partition: number, limit: number): boolean =>
    isClosed || !(limit >= 1) || !Number.isInteger(partition) || partition < 0 || partition >= log.partitions;

  /** Returns undefined if the log must be read instead. */
  async function fromArchive(partition: number, fromOffset: number, limit: number): Promise<LogRecord[] | undefined> {
    const from = Math.max(0, fromOffset);
    if (isRefused(partition, limit)) return undefined;
    if (!partitions.has(partition) && !(await isFar(partition, from))) return undefined;
    return (await archived(partition)).read(from, limit);
  }

  const read = async (partition: number, fromOffset: number, limit: number): Promise<LogRecord[]> =>
    (await fromArchive(partition, fromOffset, limit)) ?? log.read(partition, fromOffset, limit);

  function follow(...[partition, fromOffset, onBatch, options = {}]: Parameters<EventLog['follow']>): LogSubscription {
    const { maxRecords = FOLLOW_RECORDS } = options;
    if (isRefused(partition, maxRecords)) return log.follow(partition, fromOffset, onBatch, options);
    let next = fromOffset;
    let isStopped = false;
    let inner: LogSubscription | undefined;
    const run = async (): Promise<void> => {
      while (!isStopped) {
        const records = await fromArchive(partition, next, maxRecords);
        if (isStopped) return;
        if (!records) {
          inner = log.follow(partition, next, onBatch, options);
          return inner.done;
        }
        await onBatch(records);
        next = records.at(-1)!.position.offset + 1;
      }
    };
    const done = run();
    const subscription: LogSubscription = {
      done,
      async stop() {
        isStopped = true;
        await inner?.stop();
        await done.catch(() => undefined);
      },
    };
    following.add(subscription);
    const forget = (): boolean => following.delete(subscription);
    done.then(forget, forget);
    return subscription;
  }

  return {
    ...log,
    read,
    follow,
    async close() {
      isClosed = true;
      await Promise.all([...following].map((subscription) => subscription.stop()));
      await log.close();
    },
  };
}

/** Returns a function that checks whether an offset is far enough behind the end of its partition. */
function measureDistance(log: EventLog, farBehind: number): (partition: number, offset: number) => Promise<boolean> {
  /** Smallest offset per partition that was found near the end. All offsets after it are near too. */
  const near = new Map<number, number>();
  return async (partition, offset) => {
    if (farBehind === 0) return true;
    if (offset >= (near.get(partition) ?? Infinity)) return false;
    if ((await log.end(partition)) - offset >= farBehind) return true;
    near.set(partition, offset);
    return false;
  };
}
