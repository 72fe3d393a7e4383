import type { LogRecord } from '@total-recall/ports';
import { firstAbove } from '../first-above.ts';

/** Consecutive records of one partition between two offsets, without gaps except those in the log. */
interface Run {
  readonly from: number;
  next: number;
  readonly records: LogRecord[];
  bytes: number;
}

/** Cache of recently read records of one partition. A log never changes, so entries never become stale. */
export interface RecordCache {
  /**
   * Returns records at or after `offset` and the next offset to read; undefined when the cache does not cover that
   * offset.
   */
  find(offset: number, limit: number): { readonly records: readonly LogRecord[]; readonly next: number } | undefined;
  add(from: number, next: number, records: readonly LogRecord[]): void;
}

const RUN_BYTES = 1024 * 1024;
/** Approximate memory of a record besides its body. */
const RECORD_BYTES = 600;

/** Creates a cache of at most about `maxBytes`, which evicts the least recently used runs. */
export function createRecordCache(maxBytes: number): RecordCache {
  /** Least recently used first. */
  let runs: Run[] = [];
  let bytes = 0;

  const touch = (run: Run): void => {
    runs = [...runs.filter((other) => other !== run), run];
  };
  const shrink = (): void => {
    while (bytes > maxBytes && runs.length > 1) bytes -= runs.shift()!.bytes;
  };
  return {
    find: (offset, limit) => {
      const run = runs.findLast(({ from, next }) => from <= offset && offset < next);
      if (!run) return undefined;
      touch(run);
      const first = firstAt(run.records, offset);
      const records = run.records.slice(first, first + limit);
      const isWhole = first + limit >= run.records.length;
      return { records, next: isWhole ? run.next : records.at(-1)!.position.offset + 1 };
    },
    add: (from, next, records) => {
      if (next <= from) return;
      const size = records.reduce((sum, record) => sum + record.sealed.length + RECORD_BYTES, 0);
      const before = runs.findLast((run) => run.next === from && run.bytes < RUN_BYTES);
      if (before) {
        before.records.push(...records);
        before.next = next;
        before.bytes += size;
        touch(before);
      } else runs.push({ from, next, records: [...records], bytes: size });
      bytes += size;
      shrink();
    },
  };
}

/** Returns the index of the first record at or after an offset. */
function firstAt(records: readonly LogRecord[], offset: number): number {
  return firstAbove(records, offset - 1, ({ position }) => position.offset);
}
