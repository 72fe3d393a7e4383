import { TotalRecallError } from '@total-recall/runtime';
import type { AnalyticsRow } from './anatomy-worker.ts';

/** Queue of rows to be written to disk. */
export interface RowQueue {
  /**
   * Resolves when the rows are queued. Errors: `batch_too_large`; `unavailable` when too many wait because the disk
   * accepts none.
   */
  append(rows: readonly AnalyticsRow[]): Promise<void>;
  /** Resolves when all rows appended before are written. Rows that could not be written stay queued. */
  flush(): Promise<void>;
}

const FLUSH_ROWS = 200;
const MAX_WAITING = 10_000;
const RETRY_AFTER_MS = 250;

export function createRowQueue(write: (rows: AnalyticsRow[]) => Promise<unknown>): RowQueue {
  let waiting: AnalyticsRow[] = [];
  let flushing: Promise<void> | undefined;

  const writeAll = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        const rows = waiting;
        waiting = [];
        await write(rows).catch((error: unknown) => {
          waiting = [...rows, ...waiting];
          throw error;
        });
      }
    } finally {
      flushing = undefined;
    }
  };
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) flushing ??= writeAll();
    await flushing;
  };
  return {
    flush,
    async append(rows) {
      if (rows.length > MAX_WAITING)
        throw new TotalRecallError('batch_too_large', `At most ${MAX_WAITING} records may be appended at once.`);
      if (waiting.length + rows.length > MAX_WAITING) await flush();
      if (waiting.length + rows.length > MAX_WAITING)
        throw new TotalRecallError('unavailable', 'Too much analytics waits to be written.', { retryAfterMs: RETRY_AFTER_MS });
      for (const row of rows) waiting.push(row);
      if (waiting.length >= FLUSH_ROWS) void flush().catch(() => undefined);
    },
  };
}
