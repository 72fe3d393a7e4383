import { randomBytes } from 'node:crypto';

export interface Batch {
  /** Deduplication token, which stays the same when the batch is sent again. */
  readonly token: string;
  readonly rows: readonly object[];
  /** Time at which its first row was added, by the monotonic clock. */
  readonly sinceMs: number;
}

/** Rows of one table in order of arrival, cut into batches. */
export interface WaitingRows {
  readonly count: number;
  /** Time at which the oldest row was added; undefined when none waits. */
  readonly sinceMs: number | undefined;
  add(rows: readonly object[], nowMs: number): void;
  /** Turns all rows that are not in a batch yet into one, however few. */
  seal(): void;
  /** Returns the batch to send next. */
  first(): Batch | undefined;
  /** Removes the first batch. */
  drop(): void;
  /** Takes rows out and returns how many. A batch stays where it is, under its token and however empty, as it may be on its way. */
  remove(isGone: (row: object) => boolean): number;
  /** Splits the first batch in two. */
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
    remove(isGone) {
      const leftOf = (rows: readonly object[]): object[] => rows.filter((row) => !isGone(row));
      for (const [at, batch] of sealed.entries()) sealed[at] = { ...batch, rows: leftOf(batch.rows) };
      open = leftOf(open);
      const before = count;
      count = sealed.reduce((sum, { rows }) => sum + rows.length, open.length);
      return before - count;
    },
    halve() {
      const { rows, sinceMs } = sealed[0]!;
      const half = Math.ceil(rows.length / 2);
      sealed.splice(0, 1, batchOf(rows.slice(0, half), sinceMs), batchOf(rows.slice(half), sinceMs));
    },
  };
}
