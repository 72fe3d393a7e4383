import { randomBytes } from 'node:crypto';
import { partitionOf } from '@total-recall/domain';
import type { EventLog, LogRecord } from '@total-recall/ports';
import { checkBatch, checkReadLimit, createClosing, followRecords, ofPartition, type FollowedRecords } from '@total-recall/runtime';

export interface MemoryEventLogOptions {
  readonly partitions?: number;
  /** Letters and digits; random where absent. */
  readonly generation?: string;
}

const MAX_BATCH_RECORDS = 1_000;
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
const MAX_READ_RECORDS = 10_000;
const FOLLOW_RECORDS = 512;

/** The event log in memory: gone with the process, otherwise all that the port says. */
export function createMemoryEventLog(options: MemoryEventLogOptions = {}): EventLog {
  const { partitions = 1, generation = randomBytes(8).toString('hex') } = options;
  const stored: LogRecord[][] = Array.from({ length: partitions }, () => []);
  const heads = new Map<string, number>();
  const followers = new Map<FollowedRecords, number>();
  const { refuseClosed, close } = createClosing('The event log', () =>
    Promise.all([...followers.keys()].map((follower) => follower.stop())),
  );

  const recordsOf = (partition: number): LogRecord[] => ofPartition(stored, partition);
  const read = async (partition: number, fromOffset: number, limit: number): Promise<LogRecord[]> => {
    const from = Math.max(0, fromOffset);
    const some = recordsOf(partition).slice(from, from + Math.min(limit, MAX_READ_RECORDS));
    return some.map(copyOf);
  };
  return {
    generation,
    partitions,
    maxBatchRecords: MAX_BATCH_RECORDS,
    maxBatchBytes: MAX_BATCH_BYTES,
    partitionOf: (key) => partitionOf(key, partitions),
    append: async (records) => {
      refuseClosed();
      checkBatch(records, { records: MAX_BATCH_RECORDS, bytes: MAX_BATCH_BYTES });
      if (records.length === 0) return [];
      const key = records[0]!.key;
      const partition = partitionOf(key, partitions);
      const target = recordsOf(partition);
      const positions = records.map((_, index) => ({ generation, partition, offset: target.length + index }));
      records.forEach((record, index) => target.push({ ...record, sealed: record.sealed.slice(), position: positions[index]! }));
      heads.set(key, target.length - 1);
      for (const [follower, followed] of followers) if (followed === partition) follower.wake();
      return positions;
    },
    read: async (partition, fromOffset, limit) => {
      refuseClosed();
      checkReadLimit(limit);
      return read(partition, fromOffset, limit);
    },
    readSpace: async ({ partition, tenant, space, fromOffset, toOffset, limit }) => {
      refuseClosed();
      checkReadLimit(limit);
      const until = Math.min(toOffset, recordsOf(partition).length - 1);
      const own = recordsOf(partition)
        .slice(Math.max(0, fromOffset), until + 1)
        .filter(({ envelope }) => envelope.tenant === tenant && envelope.space === space);
      const records = own.slice(0, limit).map(copyOf);
      return { records, next: own.length > limit ? records.at(-1)!.position.offset + 1 : Math.max(fromOffset, toOffset) + 1 };
    },
    lastOffset: async (key) => {
      refuseClosed();
      return heads.get(key) ?? -1;
    },
    end: async (partition) => {
      refuseClosed();
      return recordsOf(partition).length - 1;
    },
    follow: (partition, fromOffset, onBatch, { maxRecords = FOLLOW_RECORDS } = {}) => {
      refuseClosed();
      recordsOf(partition);
      const follower = followRecords({ fromOffset, maxRecords, onBatch, read: (from, limit) => read(partition, from, limit) });
      followers.set(follower, partition);
      const forget = (): boolean => followers.delete(follower);
      follower.done.then(forget, forget);
      return { done: follower.done, stop: () => follower.stop() };
    },
    close,
  };
}

function copyOf(record: LogRecord): LogRecord {
  return { ...record, sealed: record.sealed.slice() };
}
