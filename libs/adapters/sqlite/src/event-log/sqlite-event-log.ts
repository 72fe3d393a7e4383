import { randomBytes } from 'node:crypto';
import { partitionOf, sessionKey, type EventEnvelope } from '@total-recall/domain';
import type { EventLog, LogRecord, SpaceRange, SpaceRecords } from '@total-recall/ports';
import {
  checkBatch,
  checkReadLimit,
  createClosing,
  createGroupCommit,
  followRecords,
  ofPartition,
  TotalRecallError,
  type FollowedRecords,
  type WaitingAppend,
} from '@total-recall/runtime';
import type { OwnFolder } from '../thread/own-folder.ts';
import { startDatabaseThread, type DatabaseThread } from '../thread/database-thread.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import { joinBytes, MAX_PARTITIONS, type PackedAppends, type PackedRead } from './log-format.ts';
import type { LogReaderData, LogReaderHandlers, ReadRange } from './log-reader.ts';
import type { LogWriterData, LogWriterHandlers } from './log-writer.ts';

export interface SqliteEventLogOptions {
  /** Path of a database file used by this log alone. */
  readonly path: string;
  /** Number of partitions, fixed when the log is created; another number is refused. Default: 1. */
  readonly partitions?: number;
  /** Number of partitions of an existing log as recorded elsewhere. A file that says another was changed (`damaged`). */
  readonly madeWith?: number;
  /**
   * Bytes of records that may wait to be written. An append that finds nothing waiting is always accepted. Default: 256
   * MiB.
   */
  readonly waitingBytes?: number;
  /** Data folder that the file belongs to. */
  readonly folder?: OwnFolder;
  /** Called with records that exist and cannot be read, each time they are met. Reads continue behind them. */
  readonly onDamaged?: (damaged: DamagedRecord) => void;
  /** Thread that it shares with other stores. Default: two of its own, to write and to read. */
  readonly beside?: SharedThread;
}

export interface DamagedRecord {
  readonly partition: number;
  readonly offset: number;
  readonly reason: string;
}

const MAX_BATCH_RECORDS = 1_000;
const MAX_BATCH_BYTES = 64 * 1024 * 1024;
const MAX_GROUP_RECORDS = 4_096;
const MAX_WAITING_BYTES = 256 * 1024 * 1024;
const MAX_READ_RECORDS = 10_000;
const MAX_READ_BYTES = 4 * 1024 * 1024;
/**
 * Limits of one batch for a follower: work on large records comes in smaller portions, and later records are seen
 * sooner.
 */
const FOLLOW_BYTES = 1024 * 1024;
const FOLLOW_RECORDS = 512;
/** Records that are passed over in one call at most. */
const LOOKED_THROUGH = 4_096;

/** The event log, which knows the spaces of its records. */
export interface SqliteEventLog extends EventLog {
  hasSpace(tenant: string, space: string): Promise<boolean>;
}

/**
 * Opens the event log in one SQLite file: WAL with full durability, one writer thread with group commit, one reader
 * thread. Errors: `invalid_request` when the file has another number of partitions, `damaged` when it belongs to
 * another folder or was changed, `unavailable` when another process has it open.
 */
export async function createSqliteEventLog(options: SqliteEventLogOptions): Promise<SqliteEventLog> {
  const { path, partitions = 1, madeWith, folder, onDamaged = () => undefined, beside } = options;
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > MAX_PARTITIONS) {
    throw new TotalRecallError('invalid_request', `A log has 1 to ${MAX_PARTITIONS} partitions, not ${partitions}.`);
  }
  const newGeneration = randomBytes(8).toString('hex');
  const writerData: LogWriterData = { path, partitions, newGeneration, ...(madeWith && { madeWith }), ...(folder && { folder }) };
  const writer = await startDatabaseThread<LogWriterHandlers>({
    name: 'event-log-writer',
    file: workerFile('./log-writer', import.meta.url),
    data: writerData,
    beside,
  });
  try {
    const readerData: LogReaderData = { path };
    const reader = await startDatabaseThread<LogReaderHandlers>({
      name: 'event-log-reader',
      file: workerFile('./log-reader', import.meta.url),
      data: readerData,
      beside,
    });
    const [{ generation }, written] = await Promise.all([writer.call('identity', []), writer.call('ends', [])]);
    const parts = { generation, partitions, writer, reader, onDamaged };
    const ends = await Promise.all(written.map((end, partition) => lastReadable({ ...parts, ends: written }, partition, end)));
    return assembleLog({ ...parts, ends }, options.waitingBytes ?? MAX_WAITING_BYTES);
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** A log in a file that nobody is writing, such as the copy in a backup. */
export interface LogFile extends Pick<EventLog, 'generation' | 'partitions' | 'end' | 'read' | 'close'> {
  /** Ends to compare with those of a later state: without a last record behind a gap, whose offset may be damaged. */
  readonly firmEnds: readonly number[];
}

/** Opens a log only for reading. Errors: `damaged` when the file is no database or contains no log. */
export async function readSqliteLog({
  path,
  onDamaged = () => undefined,
}: Pick<SqliteEventLogOptions, 'path' | 'onDamaged'>): Promise<LogFile> {
  const data: LogReaderData = { path };
  const reader = await startDatabaseThread<LogReaderHandlers>({
    name: 'event-log-reader',
    file: workerFile('./log-reader', import.meta.url),
    data,
  });
  try {
    const [{ generation, partitions }, ends, firmEnds] = await Promise.all([
      reader.call('identity', []),
      reader.call('ends', []),
      reader.call('firmEnds', []),
    ]);
    return {
      generation,
      partitions,
      firmEnds,
      end: async (partition) => ofPartition(ends, partition),
      read: (partition, fromOffset, limit) => readRange({ generation, reader, ends, onDamaged }, partition, fromOffset, limit),
      close: () => reader.close(),
    };
  } catch (error) {
    await reader.close();
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
  readonly onDamaged: (damaged: DamagedRecord) => void;
}

/** Returns the offset of the last readable record, as nobody can wait for unreadable records at the end. */
async function lastReadable(parts: LogParts, partition: number, end: number): Promise<number> {
  for (let offset = end; offset >= 0; offset -= 1)
    if ((await readRange({ ...parts, ends: parts.ends.with(partition, offset) }, partition, offset, 1)).length > 0) return offset;
  return -1;
}

type Reading = Pick<LogParts, 'generation' | 'ends' | 'reader' | 'onDamaged'>;

/** At most `limit` records from an offset on; what cannot be read is told of and passed over. */
async function readRange(
  parts: Reading,
  partition: number,
  fromOffset: number,
  limit: number,
  maxBytes = MAX_READ_BYTES,
): Promise<LogRecord[]> {
  const toOffset = ofPartition(parts.ends, partition);
  for (let from = Math.max(0, fromOffset); from <= toOffset;) {
    const { records, next } = await readPage(parts, { partition, fromOffset: from, toOffset, limit, maxBytes });
    if (records.length > 0) return records;
    from = next;
  }
  return [];
}

async function readPage({ reader, generation, onDamaged }: Omit<Reading, 'ends'>, range: ReadRange): Promise<SpaceRecords> {
  const { partition, limit } = range;
  const rows = await reader.call('read', [{ ...range, limit: Math.min(limit, MAX_READ_RECORDS) }]);
  for (const offset of rows.damaged) onDamaged({ partition, offset, reason: 'its page is damaged, or it is not there' });
  return { records: unpackRead(rows, { generation, partition, onDamaged }), next: rows.next };
}

/** Records of one space, looked for among so many of all at a time that nobody waits long for the thread. */
async function readSpace(parts: Reading, { partition, tenant, space, fromOffset, toOffset, limit }: SpaceRange): Promise<SpaceRecords> {
  const end = Math.min(toOffset, ofPartition(parts.ends, partition));
  const from = Math.max(0, fromOffset);
  const until = Math.min(end, from + LOOKED_THROUGH - 1);
  if (until < from) return { records: [], next: Math.max(from, toOffset) + 1 };
  const keyPrefix = sessionKey({ tenant, space, session: '' });
  const page = await readPage(parts, { partition, fromOffset: from, toOffset: until, limit, maxBytes: MAX_READ_BYTES, keyPrefix });
  return page.next > end ? { ...page, next: Math.max(page.next, toOffset + 1) } : page;
}

function assembleLog(parts: LogParts, maxWaitingBytes: number): SqliteEventLog {
  const { generation, partitions, ends, writer, reader } = parts;
  const followers = new Map<FollowedRecords, number>();
  const commits = openCommits(parts, maxWaitingBytes, (partitions) => {
    for (const [follower, partition] of followers) if (partitions.has(partition)) follower.wake();
  });
  const { refuseClosed, close } = createClosing('The event log', async () => {
    await commits.drained();
    await Promise.all([...followers.keys()].map((follower) => follower.stop()));
    // The writer closes last, as only it can copy the write-ahead log into the file.
    await reader.close();
    await writer.close();
  });
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
      return readRange(parts, partition, fromOffset, limit);
    },
    readSpace: async (range) => {
      refuseClosed();
      checkReadLimit(range.limit);
      return readSpace(parts, range);
    },
    lastOffset: async (key) => {
      refuseClosed();
      // An unreadable record at the end does not count as part of the log.
      return Math.min(await reader.call('lastOffset', [key]), ofPartition(ends, partitionOf(key, partitions)));
    },
    hasSpace: async (tenant, space) => {
      refuseClosed();
      return reader.call('hasPrefix', [sessionKey({ tenant, space, session: '' })]);
    },
    mendLastOffsets: async (records) => {
      refuseClosed();
      if (records.length === 0) return [];
      const heads = new Map(records.map(({ key, position }) => [key, position.offset]));
      return writer.call('mendHeads', [records[0]!.position.partition, [...heads]]);
    },
    end: async (partition) => {
      refuseClosed();
      return ofPartition(ends, partition);
    },
    follow: (partition, fromOffset, onBatch, { maxRecords = FOLLOW_RECORDS } = {}) => {
      refuseClosed();
      ofPartition(ends, partition);
      const read = (from: number, limit: number): Promise<LogRecord[]> => readRange(parts, partition, from, limit, FOLLOW_BYTES);
      const follower = followRecords({ fromOffset, maxRecords, onBatch, read });
      followers.set(follower, partition);
      const forget = (): boolean => followers.delete(follower);
      follower.done.then(forget, forget);
      return { done: follower.done, stop: () => follower.stop() };
    },
    close,
  };
}

/** Opens the queue of appends, which are committed in groups. */
function openCommits({ ends, writer }: LogParts, maxWaitingBytes: number, onNews: (partitions: ReadonlySet<number>) => void) {
  return createGroupCommit({
    commit: (group) => commitGroup(writer, group),
    onCommitted: (group, firsts) => {
      group.forEach((append, index) => (ends[append.partition] = firsts[index]! + append.records.length - 1));
      onNews(new Set(group.map(({ partition }) => partition)));
    },
    maxGroupRecords: MAX_GROUP_RECORDS,
    maxGroupBytes: MAX_BATCH_BYTES,
    maxWaitingBytes,
  });
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

type Unpacking = Pick<LogParts, 'generation' | 'onDamaged'> & { readonly partition: number };

/**
 * Unpacks records. Each body gets its own buffer: a view would keep the whole read in memory, and would be copied whole
 * into another thread.
 */
function unpackRead(rows: PackedRead, { generation, partition, onDamaged }: Unpacking): LogRecord[] {
  let at = 0;
  return rows.offsets.flatMap((offset, index) => {
    const sealed = rows.sealed.slice(at, (at += rows.sizes[index]!));
    const key = rows.keys[index]!;
    const envelope = readEnvelope(rows.envelopes[index]!, key);
    if (envelope !== undefined) return [{ key, envelope, sealed, position: { generation, partition, offset } }];
    onDamaged({ partition, offset, reason: 'its envelope is damaged' });
    return [];
  });
}

/** Parses an envelope; undefined when it was changed: not JSON, or of another session than its row. */
function readEnvelope(json: string, key: string): EventEnvelope | undefined {
  try {
    const envelope = JSON.parse(json) as EventEnvelope;
    return sessionKey(envelope) === key ? envelope : undefined;
  } catch {
    return undefined;
  }
}
