import { randomBytes } from 'node:crypto';
import type { Clock, Scheduler } from '@total-recall/ports';
import type { Logger, Metrics } from '@total-recall/observability';
import { TotalRecallError } from '@total-recall/runtime';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { isPoison, reasonOf, toPortError } from '../wire/clickhouse-errors.ts';

export interface InsertQueueDeps {
  readonly connection: Pick<ClickhouseConnection, 'insert'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly metrics?: Metrics;
}

/** Rows of one table on their way to it, in batches. */
export interface InsertQueue {
  /** Takes rows at once, or none. Errors: `batch_too_large`, `unavailable` where too many wait; it never waits itself. */
  add(rows: readonly object[]): void;
  /** Resolves when all that was added before is there. Errors: `unavailable`; the rows stay, and are sent again. */
  flush(): Promise<void>;
  /** Sends what waits, for some seconds at most, and says what is lost. */
  close(): Promise<void>;
}

export const QUEUE_LIMITS = { batchRows: 5_000, waitingRows: 10_000, flushMs: 250, pauseMs: 1_000, closeMs: 5_000 } as const;

interface Batch {
  /** The same however often the batch is sent. */
  readonly token: string;
  readonly rows: readonly object[];
  /** When the first of them came, by the monotonic clock. */
  readonly sinceMs: number;
}

export function createInsertQueue(table: string, deps: InsertQueueDeps): InsertQueue {
  const { connection, clock, scheduler, logger, metrics } = deps;
  const sealed: Batch[] = [];
  let open: object[] = [];
  let openSinceMs = 0;
  let waiting = 0;
  let pausedUntil = 0;
  let sending: Promise<void> | undefined;

  const batchOf = (rows: readonly object[], sinceMs: number): Batch => ({
    token: `${table}-${randomBytes(16).toString('hex')}`,
    rows,
    sinceMs,
  });
  const measure = (): void => {
    const oldestMs = sealed[0]?.sinceMs ?? (open.length > 0 ? openSinceMs : undefined);
    metrics?.analyticsQueued.set({ table }, waiting);
    metrics?.analyticsQueueAge.set({ table }, oldestMs === undefined ? 0 : (clock.monotonicMs() - oldestMs) / 1_000);
  };
  const seal = (): void => {
    if (open.length > 0) sealed.push(batchOf(open, openSinceMs));
    open = [];
  };
  /** Of rows that the server will never take, all but the bad ones are sent. */
  const setAside = ({ rows, sinceMs }: Batch, error: unknown): void => {
    const half = Math.ceil(rows.length / 2);
    if (rows.length > 1) return void sealed.splice(0, 1, batchOf(rows.slice(0, half), sinceMs), batchOf(rows.slice(half), sinceMs));
    logger.error({ table, reason: reasonOf(error) }, 'a record that ClickHouse will never take is dropped');
    metrics?.analyticsDropped.inc({ table, reason: 'poison' });
    sealed.shift();
    waiting -= 1;
  };
  const insert = async ({ rows, token }: Batch): Promise<void> => {
    const fromMs = clock.monotonicMs();
    await connection.insert(table, rows, token).finally(() => {
      metrics?.analyticsWriteSeconds.observe({ table }, (clock.monotonicMs() - fromMs) / 1_000);
    });
    metrics?.analyticsWritten.inc({ table }, rows.length);
  };

  const sendAll = async (): Promise<void> => {
    for (let batch = sealed[0]; batch; batch = sealed[0]) {
      try {
        await insert(batch);
        sealed.shift();
        waiting -= batch.rows.length;
        measure();
      } catch (error) {
        if (isPoison(error)) {
          setAside(batch, error);
          continue;
        }
        metrics?.analyticsWriteFailures.inc({ table });
        pausedUntil = clock.monotonicMs() + QUEUE_LIMITS.pauseMs;
        throw toPortError(error, `write ${table}`);
      }
    }
  };
  const send = (): Promise<void> => (sending ??= sendAll().finally(() => (sending = undefined)));
  const flush = async (): Promise<void> => {
    seal();
    // What is added meanwhile is waited for too: sending goes on until nothing is left.
    while (sealed.length > 0) await send();
  };
  const inBackground = async (): Promise<void> => {
    measure();
    if (clock.monotonicMs() < pausedUntil) return;
    await flush().catch((error: unknown) => logger.warn({ table, waiting, reason: reasonOf(error) }, 'analytics waits for ClickHouse'));
  };
  // A counter that is not there yet cannot be seen to rise.
  for (const reason of ['full', 'poison', 'end']) metrics?.analyticsDropped.inc({ table, reason }, 0);
  metrics?.analyticsWriteFailures.inc({ table }, 0);
  const timer = scheduler.every(QUEUE_LIMITS.flushMs, inBackground);
  const close = async (): Promise<void> => {
    timer.cancel();
    const end = clock.monotonicMs() + QUEUE_LIMITS.closeMs;
    while (waiting > 0) {
      const failed = await flush().then(
        () => false,
        () => true,
      );
      if (!failed) continue;
      if (clock.monotonicMs() + QUEUE_LIMITS.pauseMs > end) break;
      await scheduler.delay(QUEUE_LIMITS.pauseMs);
    }
    if (waiting === 0) return;
    metrics?.analyticsDropped.inc({ table, reason: 'end' }, waiting);
    logger.error({ table, rows: waiting }, 'analytics was lost, as ClickHouse was away at the end');
  };
  return {
    add(rows) {
      if (rows.length > QUEUE_LIMITS.waitingRows)
        throw new TotalRecallError('batch_too_large', `At most ${QUEUE_LIMITS.waitingRows} records may be appended at once.`);
      if (waiting + rows.length > QUEUE_LIMITS.waitingRows) {
        metrics?.analyticsDropped.inc({ table, reason: 'full' }, rows.length);
        throw new TotalRecallError('unavailable', 'Too much analytics waits for ClickHouse.', { retryAfterMs: QUEUE_LIMITS.pauseMs });
      }
      if (open.length === 0) openSinceMs = clock.monotonicMs();
      waiting += rows.length;
      for (const row of rows) {
        open.push(row);
        if (open.length >= QUEUE_LIMITS.batchRows) seal();
      }
      if (sealed.length > 0) void inBackground();
    },
    flush,
    close,
  };
}
