import type { EventLog, LogRecord, LogSubscription, SegmentStore } from '@total-recall/ports';
import { NOTHING_ARCHIVED, openArchivedPartition, type ArchivedPartition } from './archived-partition.ts';

export interface ReadFromArchiveOptions {
  /** Told of a chapter that cannot be read, or of a partition whose archive cannot be looked into: its records come from the log. */
  readonly onFallback?: (error: unknown, place: { readonly partition: number; readonly chapter: number | undefined }) => void;
  /** The archive is looked into for what is so many records behind the end of the log or more; 0. */
  readonly farBehind?: number;
}

const FOLLOW_RECORDS = 512;

/**
 * The same log, read out of the archive as far as that goes and out of the log from there on: for who reads it from its beginning. How far the
 * archive goes is looked up once a partition, at its first read. It holds two chapters a partition. Closing it closes the log and not the archive.
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

  /** What the log refuses, it is to refuse itself. */
  const isRefused = (partition: number, limit: number): boolean =>
    isClosed || !(limit >= 1) || !Number.isInteger(partition) || partition < 0 || partition >= log.partitions;

  /** Undefined where the log is to be asked. */
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

/** Whether an offset is so many records behind the end of its partition. */
function measureDistance(log: EventLog, farBehind: number): (partition: number, offset: number) => Promise<boolean> {
  /** By partition the least offset that was found to be near the end: what comes after it is too. */
  const near = new Map<number, number>();
  return async (partition, offset) => {
    if (farBehind === 0) return true;
    if (offset >= (near.get(partition) ?? Infinity)) return false;
    if ((await log.end(partition)) - offset >= farBehind) return true;
    near.set(partition, offset);
    return false;
  };
}
