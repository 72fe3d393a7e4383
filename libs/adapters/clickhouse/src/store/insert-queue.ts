import type { Clock, Scheduler } from '@total-recall/ports';
import type { Logger, Metrics } from '@total-recall/observability';
import { TotalRecallError } from '@total-recall/runtime';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { isPoison, reasonOf, toPortError } from '../wire/clickhouse-errors.ts';
import { createWaitingRows, type Batch, type WaitingRows } from './waiting-rows.ts';

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

export function createInsertQueue(table: string, deps: InsertQueueDeps): InsertQueue {
  const { clock, scheduler, logger, metrics } = deps;
  const waiting = createWaitingRows(table, QUEUE_LIMITS.batchRows);
  let pausedUntil = 0;
  let sending: Promise<void> | undefined;

  const measure = (): void => {
    const { sinceMs, count } = waiting;
    metrics?.analyticsQueued.set({ table }, count);
    metrics?.analyticsQueueAge.set({ table }, sinceMs === undefined ? 0 : (clock.monotonicMs() - sinceMs) / 1_000);
  };
  const sendAll = async (): Promise<void> => {
    for (let batch = waiting.first(); batch; batch = waiting.first()) {
      try {
        await insert(table, deps, batch);
        waiting.drop();
        measure();
      } catch (error) {
        if (isPoison(error)) {
          setAside(table, deps, waiting, error);
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
    waiting.seal();
    // What is added meanwhile is waited for too: sending goes on until nothing is left.
    while (waiting.first()) await send();
  };
  const inBackground = async (): Promise<void> => {
    measure();
    if (clock.monotonicMs() < pausedUntil) return;
    await flush().catch((error: unknown) =>
      logger.warn({ table, waiting: waiting.count, reason: reasonOf(error) }, 'analytics waits for ClickHouse'),
    );
  };
  // A counter that is not there yet cannot be seen to rise.
  for (const reason of ['full', 'poison', 'end']) metrics?.analyticsDropped.inc({ table, reason }, 0);
  metrics?.analyticsWriteFailures.inc({ table }, 0);
  const timer = scheduler.every(QUEUE_LIMITS.flushMs, inBackground);
  return {
    add(rows) {
      if (rows.length > QUEUE_LIMITS.waitingRows)
        throw new TotalRecallError('batch_too_large', `At most ${QUEUE_LIMITS.waitingRows} records may be appended at once.`);
      if (waiting.count + rows.length > QUEUE_LIMITS.waitingRows) {
        metrics?.analyticsDropped.inc({ table, reason: 'full' }, rows.length);
        throw new TotalRecallError('unavailable', 'Too much analytics waits for ClickHouse.', { retryAfterMs: QUEUE_LIMITS.pauseMs });
      }
      waiting.add(rows, clock.monotonicMs());
      // While a batch is on its way nothing is sealed: else each append would become a batch of its own, and an insert.
      if (waiting.first() && !sending) void inBackground();
    },
    flush,
    async close() {
      timer.cancel();
      await flushInTime(flush, waiting, deps);
      if (waiting.count === 0) return;
      metrics?.analyticsDropped.inc({ table, reason: 'end' }, waiting.count);
      logger.error({ table, rows: waiting.count }, 'analytics was lost, as ClickHouse was away at the end');
    },
  };
}

async function insert(table: string, { connection, clock, metrics }: InsertQueueDeps, { rows, token }: Batch): Promise<void> {
  const fromMs = clock.monotonicMs();
  await connection.insert(table, rows, token).finally(() => {
    metrics?.analyticsWriteSeconds.observe({ table }, (clock.monotonicMs() - fromMs) / 1_000);
  });
  metrics?.analyticsWritten.inc({ table }, rows.length);
}

/** Of rows that the server will never take, all but the bad ones are sent. */
function setAside(table: string, { logger, metrics }: InsertQueueDeps, waiting: WaitingRows, error: unknown): void {
  if (waiting.first()!.rows.length > 1) return waiting.halve();
  logger.error({ table, reason: reasonOf(error) }, 'a record that ClickHouse will never take is dropped');
  metrics?.analyticsDropped.inc({ table, reason: 'poison' });
  waiting.drop();
}

/** Tries again and again while rows wait and there is time for another pause. */
async function flushInTime(flush: () => Promise<void>, waiting: WaitingRows, { clock, scheduler }: InsertQueueDeps): Promise<void> {
  const end = clock.monotonicMs() + QUEUE_LIMITS.closeMs;
  while (waiting.count > 0) {
    const failed = await flush().then(
      () => false,
      () => true,
    );
    if (!failed) continue;
    if (clock.monotonicMs() + QUEUE_LIMITS.pauseMs > end) return;
    await scheduler.delay(QUEUE_LIMITS.pauseMs);
  }
}
