import { sessionKey } from '@total-recall/domain';
import type { LogRecord, SpaceRange, SpaceRecords } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { fetchRecords } from '../wire/fetch-records.ts';
import type { KafkaConnection } from '../wire/kafka-connection.ts';
import type { RecordCache } from './record-cache.ts';
import { decodeRecord } from './record-format.ts';
import type { ReadRun } from '../wire/partition-tail.ts';

export interface LogPlace {
  readonly topic: string;
  readonly generation: string;
  readonly partition: number;
}

export interface FetchRunOptions {
  readonly maxBytes: number;
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  /** Called for a record that is not ours, which is skipped. */
  readonly onForeign?: (offset: number) => void;
}

const DEADLINE_MS = 15_000;

/** Fetches and decodes the records at or after an offset. */
export async function fetchRun(
  connection: KafkaConnection,
  place: LogPlace,
  from: number,
  options: FetchRunOptions,
): Promise<ReadRun<LogRecord>> {
  const { maxBytes, waitMs, signal, onForeign } = options;
  const fetched = await fetchRecords(connection, place, from, { doing: 'read the log', maxBytes, waitMs, signal, deadlineMs: DEADLINE_MS });
  const { generation, partition } = place;
  const records: LogRecord[] = [];
  for (const record of fetched.records) {
    const decoded = decodeRecord(record, { generation, partition });
    if (decoded) records.push(decoded);
    else onForeign?.(record.offset);
  }
  return { records, next: fetched.next };
}

const MAX_READ_BYTES = 16 * 1024 * 1024;
/** Number of records examined at once. */
const LOOKED_AT = 1_024;

/** Sources of the records of a partition. */
export interface RecordSources {
  readonly cache: RecordCache;
  readonly fetch: (from: number) => Promise<ReadRun<LogRecord>>;
  /** Last offset that this process has heard of; -1 for none. */
  readonly known: () => number;
}

/**
 * Reads up to `limit` records at or after an offset, from the cache or else from the broker, and returns how far it
 * came: `next` is `fromOffset` where the broker had nothing. Each body is copied into its own buffer, so that a caller
 * may keep, change or send it. Errors: `unavailable` where nothing is found and records are known to be there, as a new
 * leader may not show all of them at once.
 */
export async function readRecords(
  sources: RecordSources,
  fromOffset: number,
  limit: number,
  maxBytes = MAX_READ_BYTES,
): Promise<{ records: LogRecord[]; next: number }> {
  const found: LogRecord[] = [];
  let bytes = 0;
  let next = Math.max(0, fromOffset);
  while (found.length < limit) {
    const run = await findRun(sources, next, limit - found.length);
    if (!run) {
      if (found.length === 0) requireEnd(sources, next);
      break;
    }
    for (const record of run.records) {
      found.push(ownCopy(record));
      bytes += record.sealed.length;
      if (bytes >= maxBytes) return { records: found, next: record.position.offset + 1 };
    }
    next = run.next;
  }
  return { records: found, next };
}

/**
 * Reads the records of one space by their keys, without copying others. The bytes fetched from the broker are limited.
 * Errors: `unavailable`, as of `readRecords`.
 */
export async function readSpaceRecords(
  sources: RecordSources,
  { tenant, space, fromOffset, toOffset, limit }: SpaceRange,
): Promise<SpaceRecords> {
  const prefix = sessionKey({ tenant, space, session: '' });
  const records: LogRecord[] = [];
  let bytes = 0;
  let next = Math.max(0, fromOffset);
  while (next <= toOffset && bytes < MAX_READ_BYTES) {
    const run = await findRun(sources, next, LOOKED_AT);
    if (!run) {
      requireEnd(sources, next);
      return { records, next: toOffset + 1 };
    }
    for (const record of run.records) {
      const { offset } = record.position;
      if (offset > toOffset) return { records, next: offset };
      bytes += record.sealed.length;
      if (!record.key.startsWith(prefix)) continue;
      records.push(ownCopy(record));
      if (records.length === limit) return { records, next: offset + 1 };
    }
    next = run.next;
  }
  return { records, next };
}

function requireEnd({ known }: RecordSources, next: number): void {
  if (next > known()) return;
  throw new TotalRecallError('unavailable', `The log was read to offset ${next}, but ends at ${known() + 1}. Try again.`, {
    retryAfterMs: 500,
  });
}

/**
 * Returns the records at or after an offset, from the cache or else from the broker; undefined at the end of the log.
 */
async function findRun({ cache, fetch }: RecordSources, from: number, limit: number): Promise<ReadRun<LogRecord> | undefined> {
  const known = cache.find(from, limit);
  if (known) return known;
  const fetched = await fetch(from);
  if (fetched.next === from) return undefined;
  cache.add(from, fetched.next, fetched.records);
  if (fetched.records.length <= limit) return fetched;
  const records = fetched.records.slice(0, limit);
  return { records, next: records.at(-1)!.position.offset + 1 };
}

function ownCopy(record: LogRecord): LogRecord {
  return { ...record, sealed: new Uint8Array(record.sealed) };
}
