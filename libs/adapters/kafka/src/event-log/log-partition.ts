import type { EventLog, FollowOptions, LogRecord, LogSubscription, NewLogRecord, SpaceRange, SpaceRecords } from '@total-recall/ports';
import { createSystemClock, type FollowedRecords } from '@total-recall/runtime';
import { openConnection, type KafkaConnection } from '../wire/kafka-connection.ts';
import { startPartitionTail, type PartitionTail } from '../wire/partition-tail.ts';
import { createAppendLane, type AppendLane } from './append-lane.ts';
import { createFollowerMetrics, type MeasuredFollower } from './follower-metrics.ts';
import type { KafkaEventLogOptions } from './kafka-log-options.ts';
import { createKeyHeads, type KeyHeads } from './key-heads.ts';
import type { LogEnds } from './log-ends.ts';
import { fetchRun, readRecords, readSpaceRecords, type LogPlace, type RecordSources } from './read-log.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';
import { startFollower, type FollowerParts } from './start-follower.ts';

/** One partition of the log as this process knows it. */
export interface LogPartition {
  append(records: readonly NewLogRecord[]): Promise<number>;
  refusal(): Error | undefined;
  read(fromOffset: number, limit: number): Promise<LogRecord[]>;
  readSpace(range: SpaceRange): Promise<SpaceRecords>;
  lastOffset(key: string): Promise<number>;
  follow(fromOffset: number, onBatch: Parameters<EventLog['follow']>[2], options: PartitionFollowOptions): LogSubscription;
  /** Completes appends in flight, ends followers, and closes its own connections. */
  close(): Promise<void>;
}

type PartitionFollowOptions = FollowOptions & Required<Pick<FollowOptions, 'maxRecords'>>;

export interface LogPartitionParts {
  readonly options: KafkaEventLogOptions;
  readonly connection: KafkaConnection;
  readonly place: LogPlace;
  readonly ends: LogEnds;
  readonly cacheBytes: number;
}

const MAX_READ_RECORDS = 10_000;
const FETCH_BYTES = 4 * 1024 * 1024;
/** Limits of one batch for a follower, so that its work on large records comes in smaller portions. */
const FOLLOW_BYTES = 1024 * 1024;
const SMALL_READ_RECORDS = 64;
const SMALL_FETCH_BYTES = 128 * 1024;
const TAIL_WAIT_MS = 500;
const HEAD_WAIT_MS = 2_000;

export function createLogPartition(parts: LogPartitionParts): LogPartition {
  const { options, connection, place, ends, cacheBytes } = parts;
  const { metrics } = options;
  const cache = createRecordCache(cacheBytes);
  const followers = new Set<FollowedRecords>();
  const measured = createFollowerMetrics(place.partition, metrics, createSystemClock().now);
  let tail: RunningTail | undefined;
  /** Offset up to which a follower had seen the partition when it came. */
  let followed = -1;

  const lane = openLane(parts, () => followed);
  const refusal = (): Error | undefined => lane.refusal() ?? tail?.tail.lost();
  const onNews = (next: number): void => {
    measured.news(next);
    for (const follower of followers) follower.wake();
  };
  const tailOf = (): RunningTail => (tail ??= startTail(parts, cache, onNews));
  const sources = (maxBytes: number): RecordSources => ({
    cache,
    fetch: (from) => fetchRun(connection, place, from, { maxBytes, waitMs: 0 }),
    known: () => ends.known(place.partition),
  });
  const readRun = (fromOffset: number, limit: number, maxBytes?: number) =>
    readRecords(sources(fetchBytesFor(limit)), fromOffset, Math.min(limit, MAX_READ_RECORDS), maxBytes);
  return {
    append: async (records) => {
      const lost = refusal();
      if (lost) throw lost;
      return lane.append(records);
    },
    refusal,
    read: async (fromOffset, limit) => (await readRun(fromOffset, limit)).records,
    readSpace: (range) => readSpaceRecords(sources(FETCH_BYTES), range),
    lastOffset: async (key) => {
      const { tail, heads } = tailOf();
      const end = await ends.end(place.partition);
      return (await tail.reached(end, HEAD_WAIT_MS)) ? heads().lastOffset(key) : end;
    },
    follow: (fromOffset, onBatch, { maxRecords, onPassed }) => {
      const { tail } = tailOf();
      followed = Math.max(followed, fromOffset - 1);
      const own = measured.began(fromOffset);
      const reading = {
        tail,
        read: (from: number, limit: number) => readRun(from, limit, FOLLOW_BYTES),
        onFailure: () => metrics?.logReadFailures.inc(),
      };
      const follower = startMeasured(reading, own, { fromOffset, maxRecords, onBatch, onPassed });
      followers.add(follower);
      const forget = (): void => {
        followers.delete(follower);
        own.ended();
      };
      follower.done.then(forget, forget);
      return { done: follower.done, stop: follower.stop };
    },
    close: async () => {
      await lane.drained();
      await Promise.all([...followers].map((follower) => follower.stop()));
      const stopped = tail?.tail.stop();
      await tail?.connection.close();
      await stopped;
    },
  };
}

type Following = PartitionFollowOptions & { readonly fromOffset: number; readonly onBatch: Parameters<EventLog['follow']>[2] };

/** Starts a follower and measures how far it has come. */
function startMeasured(
  reading: Omit<FollowerParts, 'onPassed'>,
  own: MeasuredFollower,
  { fromOffset, maxRecords, onBatch, onPassed }: Following,
): FollowedRecords {
  const passed = async (offset: number): Promise<void> => {
    await onPassed?.(offset);
    own.passed(offset);
  };
  return startFollower({ ...reading, onPassed: passed }, fromOffset, maxRecords, async (records) => {
    own.given(records);
    await onBatch(records);
    own.done(records);
  });
}

/** Opens the lane of a partition; nothing is acknowledged in it below what this process, or a follower, has seen. */
function openLane({ options, connection, place, ends }: LogPartitionParts, followed: () => number): AppendLane {
  const { metrics, deliveryTimeoutMs } = options;
  const label = { partition: String(place.partition) };
  return createAppendLane({
    connection,
    place,
    deliveryTimeoutMs,
    onAppended: (last) => ends.raise(place.partition, last),
    onResend: () => metrics?.logResends.inc(),
    knownEnd: () => Math.max(ends.known(place.partition), followed()),
    onWaiting: ({ records, bytes }) => {
      metrics?.logQueuedRecords.set(label, records);
      metrics?.logQueuedBytes.set(label, bytes);
    },
  });
}

function fetchBytesFor(records: number): number {
  return records <= SMALL_READ_RECORDS ? SMALL_FETCH_BYTES : FETCH_BYTES;
}

interface RunningTail {
  readonly tail: PartitionTail;
  readonly heads: () => KeyHeads;
  readonly connection: KafkaConnection;
}

/** Starts the tail of a partition on its own connections, with the last offsets of the keys it has seen. */
function startTail({ options, place, ends }: LogPartitionParts, cache: RecordCache, onNews: (next: number) => void): RunningTail {
  const { kafka, metrics, headRecords = 10_000, maxHeads = 50_000 } = options;
  const { partition } = place;
  const connection = openConnection(kafka);
  let heads: KeyHeads | undefined;
  const onForeign = (offset: number): void => {
    metrics?.logForeignRecords.inc();
    kafka.logger?.warn({ partition, offset }, 'a foreign record in the log was skipped');
  };
  const tail = startPartitionTail<LogRecord>({
    start: async () => Math.max(0, (await ends.end(partition)) + 1 - headRecords),
    fetch: (from, signal) => fetchRun(connection, place, from, { maxBytes: FETCH_BYTES, waitMs: TAIL_WAIT_MS, signal, onForeign }),
    onRecords: (from, { records, next }) => {
      heads ??= createKeyHeads(from, maxHeads);
      cache.add(from, next, records);
      for (const { key, position } of records) heads.note(key, position.offset);
      ends.raise(partition, next - 1);
      if (next > from) metrics?.logEndOffset.set({ partition: String(partition) }, next - 1);
      onNews(next);
    },
    onFailure: (error) => {
      metrics?.logReadFailures.inc();
      kafka.logger?.warn({ partition, error }, 'the end of the log could not be read; trying again');
    },
  });
  return { tail, connection, heads: () => heads! };
}
