import type { Clock, DestroyedPlace, Scheduler } from '@total-recall/ports';
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

/** Queue of rows for one table, sent in batches. */
export interface InsertQueue {
  /** Adds all rows, or none, without waiting. Errors: `batch_too_large`; `unavailable` when too many rows wait. */
  add(rows: readonly object[]): void;
  /** Resolves when all rows added before are stored. Errors: `unavailable`; the rows stay queued and are sent again. */
  flush(): Promise<void>;
  /** Drops the queued rows of a session, or of a whole space, and counts them. A batch on its way is not called back. */
  forget(place: DestroyedPlace): void;
  /** Sends the queued rows for a few seconds at most, and logs how many are lost. */
  close(): Promise<void>;
}

export const QUEUE_LIMITS = { batchRows: 5_000, waitingRows: 10_000, flushMs: 1_000, pauseMs: 1_000, closeMs: 5_000 } as const;

export function createInsertQueue(table: string, deps: InsertQueueDeps): InsertQueue {
  const { clock, scheduler, logger, metrics } = deps;
  const waiting = createWaitingRows(table, QUEUE_LIMITS.batchRows);
  let pausedUntil = 0;
  /** Time from which on no further batch is sent, as the queue closes. */
  let endsAt = Infinity;
  let sending: Promise<void> | undefined;

  const measure = (): void => {
    const { sinceMs, count } = waiting;
    metrics?.analyticsQueued.set({ table }, count);
    metrics?.analyticsQueueAge.set({ table }, sinceMs === undefined ? 0 : (clock.monotonicMs() - sinceMs) / 1_000);
  };
  const next = (): Batch | undefined => (clock.monotonicMs() < endsAt ? waiting.first() : undefined);
  const sendAll = async (): Promise<void> => {
    for (let batch = next(); batch; batch = next()) {
      try {
        await insert(table, deps, batch);
        waiting.drop();
        measure();
      } catch (error) {
        if (isPoison(error)) {
          // If rows were taken out meanwhile, those may have been the bad ones: the rest is sent by itself.
          if (waiting.first()!.rows.length === batch.rows.length) setAside(table, deps, waiting, error);
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
    // Rows that are added meanwhile are sent too: the loop ends when the queue is empty.
    while (next()) await send();
  };
  const inBackground = async (): Promise<void> => {
    measure();
    if (clock.monotonicMs() < pausedUntil) return;
    await flush().catch((error: unknown) =>
      logger.warn({ table, waiting: waiting.count, reason: reasonOf(error) }, 'analytics waits for ClickHouse'),
    );
  };
  beginCounters(table, metrics);
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
      // Nothing is sealed while a batch is being sent: otherwise each append would become a batch and an insert of its
      // own.
      if (waiting.first() && !sending) void inBackground();
    },
    flush,
    forget(place) {
      const gone = waiting.remove(isIn(place));
      metrics?.analyticsDropped.inc({ table, reason: 'erased' }, gone);
      measure();
    },
    async close() {
      timer.cancel();
      endsAt = clock.monotonicMs() + QUEUE_LIMITS.closeMs;
      await flushInTime(flush, waiting, { ...deps, endsAt });
      if (waiting.count === 0) return;
      metrics?.analyticsDropped.inc({ table, reason: 'end' }, waiting.count);
      logger.error({ table, rows: waiting.count }, 'analytics was lost because ClickHouse was unavailable at shutdown');
    },
  };
}

/** Sets counters to 0: one must exist, or its first increase cannot be seen. */
function beginCounters(table: string, metrics: Metrics | undefined): void {
  for (const reason of ['full', 'poison', 'end', 'erased']) metrics?.analyticsDropped.inc({ table, reason }, 0);
  metrics?.analyticsWriteFailures.inc({ table }, 0);
}

function isIn({ tenant, space, session }: DestroyedPlace): (row: Partial<DestroyedPlace>) => boolean {
  return (row) => row.tenant === tenant && row.space === space && (session === undefined || row.session === session);
}

async function insert(table: string, { connection, clock, metrics }: InsertQueueDeps, { rows, token }: Batch): Promise<void> {
  if (rows.length === 0) return;
  const fromMs = clock.monotonicMs();
  await connection.insert(table, rows, token).finally(() => {
    metrics?.analyticsWriteSeconds.observe({ table }, (clock.monotonicMs() - fromMs) / 1_000);
  });
  metrics?.analyticsWritten.inc({ table }, rows.length);
}

/** Drops a bad row. A refused batch is halved and sent again until the rows that the server never accepts are alone. */
function setAside(table: string, { logger, metrics }: InsertQueueDeps, waiting: WaitingRows, error: unknown): void {
  if (waiting.first()!.rows.length > 1) return waiting.halve();
  logger.error({ table, reason: reasonOf(error) }, 'a record that ClickHouse refuses was dropped');
  metrics?.analyticsDropped.inc({ table, reason: 'poison' });
  waiting.drop();
}

/** Flushes repeatedly while rows wait and there is time for another pause. */
async function flushInTime(
  flush: () => Promise<void>,
  waiting: WaitingRows,
  { clock, scheduler, endsAt }: InsertQueueDeps & { readonly endsAt: number },
): Promise<void> {
  while (waiting.count > 0 && clock.monotonicMs() < endsAt) {
    const failed = await flush().then(
      () => false,
      () => true,
    );
    if (!failed) continue;
    if (clock.monotonicMs() + QUEUE_LIMITS.pauseMs > endsAt) return;
    await scheduler.delay(QUEUE_LIMITS.pauseMs);
  }
}
