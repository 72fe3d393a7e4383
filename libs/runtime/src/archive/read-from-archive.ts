import type { EventLog, LogRecord, LogSubscription, SegmentStore } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { findChapter, loadChapter } from './load-chapter.ts';
import type { ReadChapter } from './chapter-format.ts';

export interface ReadFromArchiveOptions {
  /** Told of a chapter that cannot be read, or of a partition whose archive cannot be looked into: its records come from the log. */
  readonly onFallback?: (error: unknown, place: { readonly partition: number; readonly chapter: number | undefined }) => void;
  /** The archive is looked into for what is so many records behind the end of the log or more; 0. */
  readonly farBehind?: number;
}

interface LoadedChapter {
  readonly chapter: ReadChapter;
  readonly records: readonly LogRecord[];
}

/** The present chapter and the next. */
const CHAPTERS_HELD = 2;
const FOLLOW_RECORDS = 512;

/**
 * The same log, read out of the archive as far as that goes and out of the log from there on: for who reads it from its beginning. How far the
 * archive goes is looked up once a partition, at its first read. It holds two chapters a partition. Closing it closes the log and not the archive.
 */
export function readFromArchive(log: EventLog, segments: SegmentStore, options: ReadFromArchiveOptions = {}): EventLog {
  const { onFallback, farBehind = 0 } = options;
  const partitions = new Map<number, Promise<ArchivedPartition>>();
  const following = new Set<LogSubscription>();
  let isClosed = false;

  const archived = (partition: number): Promise<ArchivedPartition> => {
    const known = partitions.get(partition);
    if (known) return known;
    const fallBack = (error: unknown, chapter?: number): void => onFallback?.(error, { partition, chapter });
    const opened = openPartition(log.generation, partition, segments, fallBack).catch((error: unknown) => {
      fallBack(error);
      return NOTHING_ARCHIVED;
    });
    partitions.set(partition, opened);
    return opened;
  };

  /** By partition the least offset that was found to be near the end: what comes after it is too. */
  const near = new Map<number, number>();
  async function isFar(partition: number, offset: number): Promise<boolean> {
    if (farBehind === 0 || partitions.has(partition)) return true;
    const known = near.get(partition) ?? Infinity;
    if (offset >= known) return false;
    if ((await log.end(partition)) - offset >= farBehind) return true;
    near.set(partition, offset);
    return false;
  }

  /** What the log refuses, it is to refuse itself. */
  const isRefused = (partition: number, limit: number): boolean =>
    isClosed || !(limit >= 1) || !Number.isInteger(partition) || partition < 0 || partition >= log.partitions;

  /** Undefined where the log is to be asked. */
  async function fromArchive(partition: number, fromOffset: number, limit: number): Promise<LogRecord[] | undefined> {
    const from = Math.max(0, fromOffset);
    if (isRefused(partition, limit) || !(await isFar(partition, from))) return undefined;
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

const NOTHING_ARCHIVED: ArchivedPartition = { read: async () => undefined };

interface ArchivedPartition {
  /** Undefined where the archive has nothing at or after the offset, or cannot give it. */
  read(fromOffset: number, limit: number): Promise<LogRecord[] | undefined>;
}

async function openPartition(
  generation: string,
  partition: number,
  segments: SegmentStore,
  onFallback: (error: unknown, chapter: number) => void,
): Promise<ArchivedPartition> {
  const place = { generation, partition };
  const count = await segments.chapters(place);
  const held = new Map<number, Promise<LoadedChapter | undefined>>();

  const load = async (number: number): Promise<LoadedChapter | undefined> => {
    try {
      const chapter = await findChapter(segments, place, number);
      if (!chapter) throw new TotalRecallError('not_found', `Chapter ${number} of partition ${partition} is gone from the archive.`);
      return { chapter, records: await loadChapter(segments, chapter) };
    } catch (error) {
      onFallback(error, number);
      return undefined;
    }
  };
  const hold = (number: number): Promise<LoadedChapter | undefined> => {
    const known = held.get(number);
    if (known) return known;
    const loading = load(number);
    held.set(number, loading);
    if (held.size > CHAPTERS_HELD) held.delete(held.keys().next().value!);
    return loading;
  };
  /** Undefined where it is gone or damaged too. */
  const findWhole = (number: number): Promise<ReadChapter | undefined> => findChapter(segments, place, number).catch(() => undefined);
  /** The number of the chapter that an offset stands in, by halves. */
  const numberAt = async (offset: number): Promise<number> => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const chapter = await findWhole(middle);
      if (chapter && chapter.to < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  let last: ReadChapter | undefined;
  for (let number = count - 1; !last && number >= 0; number--) last = await findWhole(number);
  const endsAt = last?.to ?? -1;
  let expected: { readonly offset: number; readonly number: number } | undefined;

  return {
    async read(fromOffset, limit) {
      if (fromOffset > endsAt) return undefined;
      const isNext = expected?.offset === fromOffset;
      const number = isNext ? expected!.number : await numberAt(fromOffset);
      const loaded = await hold(number);
      if (!loaded) return undefined;
      if (isNext && number + 1 < count) void hold(number + 1);
      const at = loaded.records.findIndex(({ position }) => position.offset >= fromOffset);
      const records = loaded.records.slice(at, at + limit).map((record) => ({ ...record, sealed: new Uint8Array(record.sealed) }));
      const { offset } = records.at(-1)!.position;
      expected = { offset: offset + 1, number: offset < loaded.chapter.to ? number : number + 1 };
      return records;
    },
  };
}
