import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import { SILENT_LOGGER, type Logger, type Metrics } from '@total-recall/observability';
import type { AnatomyStore, Clock, DestroyedPlace, Random, Scheduler } from '@total-recall/ports';
import { createClosing, createSystemClock, createSystemRandom, createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { ANATOMY_COLUMNS, RETRIEVAL_COLUMNS } from '../records/record-columns.ts';
import { toRow, type Column } from '../records/column.ts';
import { openDatabase } from '../schema/open-database.ts';
import { openWhenThere } from '../schema/open-when-there.ts';
import type { ClickhouseConnection } from '../wire/clickhouse-connection.ts';
import { reasonOf, toPortError } from '../wire/clickhouse-errors.ts';
import type { ClickhouseSettings } from '../wire/clickhouse-settings.ts';
import { createClickhouseDemandStore } from './clickhouse-demand-store.ts';
import { erasePlace } from './erase-place.ts';
import { createInsertQueue } from './insert-queue.ts';
import { createDescendingIds } from './precedence.ts';
import { readPage, type PageQuery } from './read-page.ts';

export interface ClickhouseAnatomyStoreOptions {
  readonly clickhouse: ClickhouseSettings;
  /** Age in days at which the server deletes records. Default: 400. */
  readonly retentionDays?: number;
  /** True to open also where nothing answers yet: the database is then opened by the first call that finds it. Default: false. */
  readonly mayBeAway?: boolean;
  readonly logger?: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  readonly random?: Random;
}

export interface ClickhouseAnatomyStore extends AnatomyStore {
  /**
   * Drops what this process has not written yet of a session, or of a whole space, that another process erases. It may
   * have waited for hours, and would be stored after the erasure. The erasure of single events takes what waits of their
   * whole session, as a destroyed key names no more.
   */
  forgetWaiting(place: DestroyedPlace): void;
}

const RETENTION_DAYS = 400;
const MAX_QUERY = 1_000;

/**
 * Opens the analytics store on ClickHouse. Appends are queued and never wait. They are written within a second, before
 * this store's own queries, and at close. While ClickHouse is down, up to 10,000 records per table wait.
 * The demand side is written when its append resolves.
 * Errors: `unavailable`; `invalid_request` for a database that was changed by others.
 */
export async function createClickhouseAnatomyStore(options: ClickhouseAnatomyStoreOptions): Promise<ClickhouseAnatomyStore> {
  const { clickhouse, retentionDays = RETENTION_DAYS, logger = SILENT_LOGGER, metrics, random = createSystemRandom() } = options;
  const { clock = createSystemClock(), scheduler = createSystemScheduler() } = options;
  const open = (): Promise<ClickhouseConnection> => openDatabase(clickhouse, retentionDays, clock.now);
  const onAway = (error: unknown): void =>
    logger.warn({ reason: reasonOf(error) }, 'ClickHouse does not answer: analytics waits for it, and all else goes on');
  const connection = await (options.mayBeAway ? openWhenThere(open, onAway) : open()).catch((error: unknown) => {
    throw toPortError(error, 'open the database');
  });
  const precedence = createDescendingIds(clock.now);
  const queues = {
    anatomy: createInsertQueue('anatomy', { connection, clock, scheduler, logger, metrics }),
    retrieval: createInsertQueue('retrieval', { connection, clock, scheduler, logger, metrics }),
  };
  const { refuseClosed, close } = createClosing('The anatomy store', async () => {
    await Promise.all(Object.values(queues).map((queue) => queue.close()));
    await connection.close();
  });

  const append = (table: keyof typeof queues, columns: readonly Column[], records: readonly object[]): void => {
    refuseClosed();
    queues[table].add(records.map((record) => toRow(columns, record, precedence())));
  };
  const page = async <T>(table: keyof typeof queues, query: PageQuery): Promise<T[]> => {
    refuseClosed();
    if (!(query.limit >= 1 && query.limit <= MAX_QUERY))
      throw new TotalRecallError('invalid_request', `A limit of 1 to ${MAX_QUERY} is needed, not ${query.limit}.`);
    await queues[table].flush();
    return readPage<T>(connection, table, query).catch((error: unknown) => {
      throw toPortError(error, `read ${table}`);
    });
  };
  return {
    appendAnatomy: async (records: readonly Anatomy[]) => append('anatomy', ANATOMY_COLUMNS, records),
    appendRetrievals: async (records: readonly RetrievalRecord[]) => append('retrieval', RETRIEVAL_COLUMNS, records),
    anatomy: ({ beforeTurnId, ...query }) => page<Anatomy>('anatomy', { ...query, before: beforeTurnId }),
    retrievals: (query) => page<RetrievalRecord>('retrieval', query),
    erase: async (place) => {
      refuseClosed();
      await Promise.all(Object.values(queues).map((queue) => queue.flush()));
      await erasePlace(connection, scheduler, place).catch((error: unknown) => {
        throw toPortError(error, 'erase analytics');
      });
    },
    forgetWaiting: (place) => Object.values(queues).forEach((queue) => queue.forget(place)),
    demand: createClickhouseDemandStore({ connection, precedence, random, scheduler, refuseClosed, flush: queues.retrieval.flush }),
    close,
  };
}
