import { randomBytes } from 'node:crypto';
import { partitionOf, type EventEnvelope } from '@total-recall/domain';
import type { EventLog, LogRecord } from '@total-recall/ports';
import {
  checkBatch,
  checkReadLimit,
  createGroupCommit,
  followRecords,
  ofPartition,
  TotalRecallError,
  type FollowedRecords,
  type WaitingAppend,
} from '@total-recall/runtime';
import type { OwnFolder } from '../thread/own-folder.ts';
import { startDatabaseThread, workerFile, type DatabaseThread } from '../thread/database-thread.ts';
import { joinBytes, MAX_PARTITIONS, type PackedAppends, type PackedRead } from './log-format.ts';
import type { LogReaderData, LogReaderHandlers } from './log-reader.ts';
import type { LogWriterData, LogWriterHandlers } from './log-writer.ts';

export interface SqliteEventLogOptions {
  /** A database file of its own. */
  readonly path: string;
  /** Fixed when the log is made; a difference is refused. 1. */
  readonly partitions?: number;
  /** Where the file is a part of a data folder. */
  readonly folder?: OwnFolder;
}

const MAX_BATCH_RECORDS = 1_000;
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
const MAX_GROUP_RECORDS = 4_096;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
const MAX_READ_RECORDS = 10_000;
const MAX_READ_BYTES = 16 * 1024 * 1024;
const FOLLOW_RECORDS = 512;

/**
 * The event log in one SQLite file: WAL with full durability, one writer thread with group commit, one reader thread. Errors of the
 * start: `invalid_request` where the file has another number of partitions, `damaged` where it is of another folder, `unavailable` where another process has it open.
 */
export async function createSqliteEventLog(options: SqliteEventLogOptions): Promise<EventLog> {
  const { path, partitions = 1, folder } = options;
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > MAX_PARTITIONS) {
    throw new TotalRecallError('invalid_request', `A log has 1 to ${MAX_PARTITIONS} partitions, not ${partitions}.`);
  }
  const writerData: LogWriterData = { path, partitions, newGeneration: randomBytes(8).toString('hex'), ...(folder && { folder }) };
  const writer = await startDatabaseThread<LogWriterHandlers>({
    name: 'event-log-writer',
    file: workerFile('./log-writer', import.meta.url),
    data: writerData,
  });
  try {
    const readerData: LogReaderData = { path };
    const reader = await startDatabaseThread<LogReaderHandlers>({
      name: 'event-log-reader',
      file: workerFile('./log-reader', import.meta.url),
      data: readerData,
    });
    const [{ generation }, ends] = await Promise.all([writer.call('identity', []), writer.call('ends', [])]);
    return assembleLog({ generation, partitions, ends, writer, reader });
  } catch (error) {
    await writer.close();
    throw error;
  }
}

interface LogParts {
  readonly generation: string;
  readonly partitions: number;
  /** Offset of the last durable record by partition; kept current. */
  readonly ends: number[];
  readonly writer: DatabaseThread<LogWriterHandlers>;
  readonly reader: DatabaseThread<LogReaderHandlers>;
}

function assembleLog({ generation, partitions, ends, writer, reader }: LogParts): EventLog {
  const followers = new Map<FollowedRecords, number>();
  let closing: Promise<void> | undefined;

  const commits = createGroupCommit({
    commit: (group) => commitGroup(writer, group),
    onCommitted: (group, firsts) => {
      group.forEach((append, index) => (ends[append.partition] = firsts[index]! + append.records.length - 1));
      for (const [follower, partition] of followers) if (group.some((append) => append.partition === partition)) follower.wake();
    },
    maxGroupRecords: MAX_GROUP_RECORDS,
    maxGroupBytes: MAX_BATCH_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
  });
  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The event log is closed.');
  };
  const read = async (partition: number, fromOffset: number, limit: number): Promise<LogRecord[]> => {
    if (fromOffset > ofPartition(ends, partition)) return [];
    const rows = await reader.call('read', [partition, Math.max(0, fromOffset), Math.min(limit, MAX_READ_RECORDS), MAX_READ_BYTES]);
    return unpackRead(rows, generation, partition);
  };
  const close = async (): Promise<void> => {
    await commits.drained();
    await Promise.all([...followers.keys()].map((follower) => follower.stop()));
    await Promise.all([reader.close(), writer.close()]);
  };
  return {
    generation,
    partitions,
    maxBatchRecords: MAX_BATCH_RECORDS,
    maxBatchBytes: MAX_BATCH_BYTES,
    partitionOf: (key) => partitionOf(key, partitions),
    append: async (records) => {
      refuseClosed();
      const bytes = checkBatch(records, { records: MAX_BATCH_RECORDS, bytes: MAX_BATCH_BYTES });
      if (records.length === 0) return [];
      const partition = partitionOf(records[0]!.key, partitions);
      const first = await commits.append(partition, records, bytes);
      return records.map((_, index) => ({ generation, partition, offset: first + index }));
    },
    read: async (partition, fromOffset, limit) => {
      refuseClosed();
      checkReadLimit(limit);
      return read(partition, fromOffset, limit);
    },
    lastOffset: async (key) => {
      refuseClosed();
      return reader.call('lastOffset', [key]);
    },
    end: async (partition) => {
      refuseClosed();
      return ofPartition(ends, partition);
    },
    follow: (partition, fromOffset, onBatch, { maxRecords = FOLLOW_RECORDS } = {}) => {
      refuseClosed();
      ofPartition(ends, partition);
      const follower = followRecords({ fromOffset, maxRecords, onBatch, read: (from, limit) => read(partition, from, limit) });
      followers.set(follower, partition);
      const forget = (): boolean => followers.delete(follower);
      follower.done.then(forget, forget);
      return { done: follower.done, stop: () => follower.stop() };
    },
    close: () => (closing ??= close()),
  };
}

function commitGroup(writer: DatabaseThread<LogWriterHandlers>, group: readonly WaitingAppend[]): Promise<number[]> {
  const records = group.flatMap((append) => append.records);
  const packed: PackedAppends = {
    appends: group.map((append) => ({ partition: append.partition, count: append.records.length })),
    keys: records.map((record) => record.key),
    envelopes: records.map((record) => JSON.stringify(record.envelope)),
    sizes: records.map((record) => record.sealed.length),
    sealed: joinBytes(records.map((record) => record.sealed)),
  };
  return writer.call('append', [packed], [packed.sealed.buffer]);
}

/** Each body gets a buffer of its own: a view would keep the whole read alive, and be copied whole into another thread. */
function unpackRead(rows: PackedRead, generation: string, partition: number): LogRecord[] {
  let at = 0;
  return rows.offsets.map((offset, index) => {
    const sealed = rows.sealed.slice(at, (at += rows.sizes[index]!));
    return {
      key: rows.keys[index]!,
      envelope: JSON.parse(rows.envelopes[index]!) as EventEnvelope,
      sealed,
      position: { generation, partition, offset },
    };
  });
}
