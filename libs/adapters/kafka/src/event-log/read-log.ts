import type { LogRecord } from '@total-recall/ports';
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
  /** Told of a record that is none of ours, which is passed over. */
  readonly onForeign?: (offset: number) => void;
}

const DEADLINE_MS = 15_000;

/** Fetches and decodes what stands at or after an offset. */
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

/**
 * Up to `limit` records at or after an offset, out of the cache and, where it does not know, from the broker. Each body is copied into a
 * buffer of its own, so that a caller may keep, change or send it.
 */
export async function readRecords(
  cache: RecordCache,
  fetch: (from: number) => Promise<ReadRun<LogRecord>>,
  fromOffset: number,
  limit: number,
): Promise<LogRecord[]> {
  const found: LogRecord[] = [];
  let bytes = 0;
  for (let next = Math.max(0, fromOffset); found.length < limit;) {
    let run = cache.find(next, limit - found.length);
    if (!run) {
      const fetched = await fetch(next);
      if (fetched.next === next) break;
      cache.add(next, fetched.next, fetched.records);
      run = { records: fetched.records.slice(0, limit - found.length), next: fetched.next };
    }
    for (const record of run.records) {
      found.push({ ...record, sealed: new Uint8Array(record.sealed) });
      bytes += record.sealed.length;
      if (bytes >= MAX_READ_BYTES) return found;
    }
    next = run.next;
  }
  return found;
}
