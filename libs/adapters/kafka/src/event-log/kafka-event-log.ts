import { partitionOf } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import { checkReadLimit, createClosing, ofPartition, TotalRecallError } from '@total-recall/runtime';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { establishIdentity } from '../topics/log-identity.ts';
import { planTopics } from '../topics/topic-plan.ts';
import { openConnection, type KafkaConnection } from '../wire/kafka-connection.ts';
import { MAX_BATCH_BYTES, MAX_BATCH_RECORDS } from './append-lane.ts';
import type { KafkaEventLogOptions } from './kafka-log-options.ts';
import { createLogEnds } from './log-ends.ts';
import { createLogPartition, type LogPartition } from './log-partition.ts';

const DEFAULT_PARTITIONS = 12;
const MAX_PARTITIONS = 4_096;
const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;
const FOLLOW_RECORDS = 512;
const ENDS_DEADLINE_MS = 10_000;

/**
 * Opens the event log in a Kafka topic: idempotent batches acknowledged by every in-sync replica, one in flight per
 * partition. Errors: `invalid_request` when the topic's settings are wrong or it was created with another number of
 * partitions, `unavailable`.
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

function assembleLog(options: KafkaEventLogOptions, connection: KafkaConnection, name: LogName): EventLog {
  const { topic, generation, partitions } = name;
  const cacheBytes = (options.cacheBytes ?? DEFAULT_CACHE_BYTES) / partitions;
  const request = { doing: 'find the end of the log', deadlineMs: ENDS_DEADLINE_MS };
  const ends = createLogEnds((asked) => connection.endOffsets(topic, asked, request));
  const parts = Array.from({ length: partitions }, (_, partition) =>
    createLogPartition({ options, connection, ends, cacheBytes, place: { topic, generation, partition } }),
  );
  const { refuseClosed, close } = createClosing('The event log', async () => {
    await Promise.all(parts.map((part) => part.close()));
    await connection.close();
  });
  const partOf = (partition: number): LogPartition => {
    refuseClosed();
    return ofPartition(parts, partition);
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
      const first = await partOf(partition).append(records);
      return records.map((_, index) => ({ generation, partition, offset: first + index }));
    },
    read: async (partition, fromOffset, limit) => {
      const part = partOf(partition);
      checkReadLimit(limit);
      return part.read(fromOffset, limit);
    },
    readSpace: async (range) => {
      const part = partOf(range.partition);
      checkReadLimit(range.limit);
      return part.readSpace(range);
    },
    lastOffset: async (key) => partOf(partitionOf(key, partitions)).lastOffset(key),
    end: async (partition) => {
      partOf(partition);
      return ends.end(partition);
    },
    follow: (partition, fromOffset, onBatch, { maxRecords = FOLLOW_RECORDS, onPassed } = {}) =>
      partOf(partition).follow(fromOffset, onBatch, { maxRecords, ...(onPassed && { onPassed }) }),
    refusal: () => parts.map((part) => part.refusal()).find((refusal) => refusal !== undefined),
    close,
  };
}
