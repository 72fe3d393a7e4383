import { partitionOf } from '@total-recall/domain';
import type { Metrics } from '@total-recall/observability';
import type { EventLog, LogRecord } from '@total-recall/ports';
import { followRecords, TotalRecallError, type FollowedRecords } from '@total-recall/runtime';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { establishIdentity } from '../topics/log-identity.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import { openConnection, type KafkaConnection } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createAppendLane, MAX_BATCH_BYTES, MAX_BATCH_RECORDS, type AppendLane } from './append-lane.ts';
import { createKeyHeads, type KeyHeads } from './key-heads.ts';
import { createLogEnds, type LogEnds } from './log-ends.ts';
import { startPartitionTail, untilItSucceeds, type PartitionTail } from '../wire/partition-tail.ts';
import { fetchRun, readRecords, type LogPlace } from './read-log.ts';
import { createRecordCache, type RecordCache } from './record-cache.ts';

export interface KafkaEventLogOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Fixed when the log is made; a difference is refused. 12. */
  readonly partitions?: number;
  /** Which log: of events, or of the ledger. */
  readonly log?: 'events' | 'ledger';
  readonly metrics?: Metrics;
  /** How long a batch is sent again before its appends fail. 30 s. */
  readonly deliveryTimeoutMs?: number;
  /** Records read lately are kept up to this, over all partitions. 64 MiB. */
  readonly cacheBytes?: number;
  /** How many records before the end the last offsets of keys are known from. 10,000. */
  readonly headRecords?: number;
  /** Keys whose last offset is remembered, by partition. 50,000. */
  readonly maxHeads?: number;
}

const DEFAULT_PARTITIONS = 12;
const MAX_PARTITIONS = 4_096;
const MAX_READ_RECORDS = 10_000;
const FOLLOW_RECORDS = 512;
const FETCH_BYTES = 4 * 1024 * 1024;
const SMALL_FETCH_BYTES = 128 * 1024;
const TAIL_WAIT_MS = 500;
const HEAD_WAIT_MS = 2_000;
const ENDS_DEADLINE_MS = 10_000;

/**
 * The event log in a Kafka topic: idempotent batches acknowledged by every copy in sync, one under way a partition. Errors of the start:
 * `invalid_request` where the topic is not as it has to be or was made with another number of partitions, `unavailable`.
 */
export async function createKafkaEventLog(options: KafkaEventLogOptions): Promise<EventLog> {
  const { kafka, partitions = DEFAULT_PARTITIONS, log = 'events' } = options;
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > MAX_PARTITIONS)
    throw new TotalRecallError('invalid_request', `A log has 1 to ${MAX_PARTITIONS} partitions, not ${partitions}.`);
  const plans = planTopics(options);
  const plan = plans.log(log, partitions);
  await ensureTopics(kafka, [plans.identity, plan], plans.replication);
  const connection = openConnection(kafka);
  try {
    const { generation } = await establishIdentity(connection, plans.identity.topic, plan);
    return assembleLog(options, connection, { topic: plan.topic, generation, partitions });
  } catch (error) {
    await connection.close();
    throw error;
  }
}

interface LogName {
  readonly topic: string;
  readonly generation: string;
  readonly partitions: number;
}

/** One partition as this process knows it. */
interface PartitionParts {
  readonly place: LogPlace;
  readonly lane: AppendLane;
  readonly cache: RecordCache;
  readonly followers: Set<FollowedRecords>;
  tail?: { readonly tail: PartitionTail; readonly connection: KafkaConnection; heads: KeyHeads };
}

function assembleLog(options: KafkaEventLogOptions, connection: KafkaConnection, name: LogName): EventLog {
  const { topic, generation, partitions } = name;
  const { deliveryTimeoutMs, cacheBytes = 64 * 1024 * 1024, metrics } = options;
  const ends = createLogEnds((asked) =>
    connection.endOffsets(topic, asked, { doing: 'find the end of the log', deadlineMs: ENDS_DEADLINE_MS }),
  );
  const parts = Array.from({ length: partitions }, (_, partition): PartitionParts => {
    const place = { topic, generation, partition };
    return {
      place,
      lane: createAppendLane({
        connection,
        place,
        deliveryTimeoutMs,
        onAppended: (last) => ends.raise(partition, last),
        onResend: () => metrics?.logResends.inc(),
      }),
      cache: createRecordCache(cacheBytes / partitions),
      followers: new Set(),
    };
  });
  let closing: Promise<void> | undefined;

  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The event log is closed.');
  };
  const partOf = (partition: number): PartitionParts => {
    const part = parts[partition];
    if (!part) throw new TotalRecallError('invalid_request', `The log has ${partitions} partitions; there is no partition ${partition}.`);
    return part;
  };
  const read = (part: PartitionParts, fromOffset: number, limit: number): Promise<LogRecord[]> => {
    const maxBytes = limit <= 64 ? SMALL_FETCH_BYTES : FETCH_BYTES;
    const fetch = (from: number) => fetchRun(connection, part.place, from, { maxBytes, waitMs: 0 });
    return readRecords(part.cache, fetch, fromOffset, Math.min(limit, MAX_READ_RECORDS));
  };
  const close = async (): Promise<void> => {
    await Promise.all(parts.map(({ lane }) => lane.drained()));
    await Promise.all(parts.flatMap(({ followers }) => [...followers].map((follower) => follower.stop())));
    await Promise.all(
      parts.map(async ({ tail }) => {
        const stopped = tail?.tail.stop();
        await tail?.connection.close();
        await stopped;
      }),
    );
    await connection.close();
  };
  return {
    generation,
    partitions,
    maxBatchRecords: MAX_BATCH_RECORDS,
    maxBatchBytes: MAX_BATCH_BYTES,
    partitionOf: (key) => partitionOf(key, partitions),
    append: async (records) => {
      refuseClosed();
      if (records.length === 0) return [];
      const partition = partitionOf(records[0]!.key, partitions);
      const first = await parts[partition]!.lane.append(records);
      return records.map((_, index) => ({ generation, partition, offset: first + index }));
    },
    read: async (partition, fromOffset, limit) => {
      refuseClosed();
      if (!(limit >= 1)) throw new TotalRecallError('invalid_request', `A read takes a limit of at least 1, not ${limit}.`);
      return read(partOf(partition), fromOffset, limit);
    },
    lastOffset: async (key) => {
      refuseClosed();
      const part = parts[partitionOf(key, partitions)]!;
      const { tail } = tailOf(options, part, ends);
      const end = await ends.end(part.place.partition);
      return (await tail.reached(end, HEAD_WAIT_MS)) ? part.tail!.heads.lastOffset(key) : end;
    },
    end: async (partition) => {
      refuseClosed();
      return ends.end(partOf(partition).place.partition);
    },
    follow: (partition, fromOffset, onBatch, { maxRecords = FOLLOW_RECORDS } = {}) => {
      refuseClosed();
      const part = partOf(partition);
      const { tail } = tailOf(options, part, ends);
      const stopping = new AbortController();
      // The tail wakes a follower for all that comes after it; asking the broker as well would be once too often.
      const readOn = async (from: number, limit: number): Promise<LogRecord[]> => {
        const known = tail.next();
        return known === undefined || from >= known ? [] : read(part, from, limit);
      };
      const follower = followRecords({
        fromOffset,
        maxRecords,
        onBatch,
        read: async (from, limit) => {
          const onFailure = (): void => metrics?.logReadFailures.inc();
          return (await untilItSucceeds(() => readOn(from, limit), { signal: stopping.signal, onFailure })) ?? [];
        },
      });
      const stop = (): Promise<void> => {
        stopping.abort();
        return follower.stop();
      };
      const followed = { ...follower, stop };
      part.followers.add(followed);
      const forget = (): boolean => part.followers.delete(followed);
      follower.done.then(forget, forget);
      return { done: follower.done, stop };
    },
    close: () => (closing ??= close()),
  };
}

/** The tail of a partition, started when it is first needed, on connections of its own. */
function tailOf(options: KafkaEventLogOptions, part: PartitionParts, ends: LogEnds): NonNullable<PartitionParts['tail']> {
  if (part.tail) return part.tail;
  const { kafka, metrics, headRecords = 10_000, maxHeads = 50_000 } = options;
  const { partition } = part.place;
  const connection = openConnection(kafka);
  let isPlaced = false;
  const onForeign = (offset: number): void => {
    metrics?.logForeignRecords.inc();
    kafka.logger?.warn({ partition, offset }, 'a record of the log is none of ours and was passed over');
  };
  const started: NonNullable<PartitionParts['tail']> = {
    connection,
    heads: createKeyHeads(0, maxHeads),
    tail: startPartitionTail({
      start: async () => Math.max(0, (await ends.end(partition)) + 1 - headRecords),
      fetch: (from, signal) => fetchRun(connection, part.place, from, { maxBytes: FETCH_BYTES, waitMs: TAIL_WAIT_MS, signal, onForeign }),
      onRecords: (from, { records, next }) => {
        if (!isPlaced) started.heads = createKeyHeads(from, maxHeads);
        isPlaced = true;
        part.cache.add(from, next, records);
        for (const { key, position } of records) started.heads.note(key, position.offset);
        if (next > from) metrics?.logEndOffset.set({ partition: String(partition) }, next - 1);
        for (const follower of part.followers) follower.wake();
      },
      onFailure: (error) => {
        metrics?.logReadFailures.inc();
        kafka.logger?.warn({ partition, error }, 'the end of the log could not be read; trying again');
      },
    }),
  };
  part.tail = started;
  return started;
}
