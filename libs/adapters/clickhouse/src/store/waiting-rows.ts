import { randomBytes } from 'node:crypto';

export interface Batch {
  /** The same however often the batch is sent. */
  readonly token: string;
  readonly rows: readonly object[];
  /** When the first of them came, by the monotonic clock. */
  readonly sinceMs: number;
}

/** Rows of one table in the order that they came, cut into batches to be sent. */
export interface WaitingRows {
  readonly count: number;
  /** When the oldest of them came; undefined where none wait. */
  readonly sinceMs: number | undefined;
  add(rows: readonly object[], nowMs: number): void;
  /** What is not in a batch yet becomes one, however few. */
  seal(): void;
  /** The batch to be sent next. */
  first(): Batch | undefined;
  /** The first batch waits no longer. */
  drop(): void;
  /** The first batch becomes two. */
  halve(): void;
}

export function createWaitingRows(table: string, batchRows: number): WaitingRows {
  const sealed: Batch[] = [];
  let open: object[] = [];
  let openSinceMs = 0;
  let count = 0;

  const batchOf = (rows: readonly object[], sinceMs: number): Batch => ({
    token: `${table}-${randomBytes(16).toString('hex')}`,
    rows,
    sinceMs,
  });
  const seal = (): void => {
    if (open.length > 0) sealed.push(batchOf(open, openSinceMs));
    open = [];
  };
  return {
    get count() {
      return count;
    },
    get sinceMs() {
      return sealed[0]?.sinceMs ?? (open.length > 0 ? openSinceMs : undefined);
    },
    add(rows, nowMs) {
      if (open.length === 0) openSinceMs = nowMs;
      count += rows.length;
      for (const row of rows) {
        open.push(row);
        if (open.length >= batchRows) seal();
      }
    },
    seal,
    first: () => sealed[0],
    drop() {
      count -= sealed.shift()?.rows.length ?? 0;
    },
    halve() {
      const { rows, sinceMs } = sealed[0]!;
      const half = Math.ceil(rows.length / 2);
      sealed.splice(0, 1, batchOf(rows.slice(0, half), sinceMs), batchOf(rows.slice(half), sinceMs));
    },
  };
}
