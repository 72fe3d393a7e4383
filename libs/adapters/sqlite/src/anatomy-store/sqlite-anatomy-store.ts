import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import type { AnatomyStore, Clock, Scheduler } from '@total-recall/ports';
import { createClosing, createSystemClock, createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { startDatabaseThread } from '../thread/database-thread.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import type { OwnFolder } from '../thread/own-folder.ts';
import { createRowQueue } from './row-queue.ts';
import { createSqliteDemandStore } from './sqlite-demand-store.ts';
import type { AnalyticsQuery, AnalyticsRow, AnatomyWorkerData, AnatomyWorkerHandlers } from './anatomy-worker.ts';

export interface SqliteAnatomyStoreOptions {
  /** Path of a database file used by this store alone. */
  readonly path: string;
  /** Data folder that the file belongs to. */
  readonly folder?: OwnFolder;
  /** Age in days at which records are deleted, at the start and then every hour. Default: 30. */
  readonly retentionDays?: number;
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  /** Thread that it shares with other stores. Default: one of its own. */
  readonly beside?: SharedThread;
}

const FLUSH_MS = 250;
const MAX_QUERY = 1_000;
const DAY_MS = 86_400_000;
const RETENTION_EVERY_MS = 3_600_000;

/**
 * Opens the store of anatomy and retrievals in SQLite. Appends resolve when queued and are written in batches: within a
 * quarter of a second, before any query, and at close. Errors: `unavailable` when 10,000 records wait because the disk
 * accepts none, `damaged` for a file of another folder.
 */
export async function createSqliteAnatomyStore(options: SqliteAnatomyStoreOptions): Promise<AnatomyStore> {
  const { path, retentionDays = 30, clock = createSystemClock(), scheduler = createSystemScheduler() } = options;
  const data: AnatomyWorkerData = { path, ...(options.folder && { folder: options.folder }) };
  const thread = await startDatabaseThread<AnatomyWorkerHandlers>({
    name: 'anatomy-store',
    file: workerFile('./anatomy-worker', import.meta.url),
    data,
    beside: options.beside,
  });
  const { append, flush } = createRowQueue((rows) => thread.call('write', [rows]));
  const deleteOld = async (): Promise<void> => void (await thread.call('deleteBefore', [clock.now() - retentionDays * DAY_MS]));
  await deleteOld();
  // Rows that a flush could not write stay queued for the next one. The limit of the queue tells callers.
  const timers = [
    scheduler.every(FLUSH_MS, () => flush().catch(() => undefined)),
    scheduler.every(RETENTION_EVERY_MS, () => deleteOld().catch(() => undefined)),
  ];

  const { refuseClosed, close } = createClosing('The anatomy store', async () => {
    for (const timer of timers) timer.cancel();
    try {
      await flush();
    } finally {
      await thread.close();
    }
  });
  const query = async <T>(asked: AnalyticsQuery): Promise<T[]> => {
    refuseClosed();
    if (!(asked.limit >= 1 && asked.limit <= MAX_QUERY))
      throw new TotalRecallError('invalid_request', `A limit of 1 to ${MAX_QUERY} is needed, not ${asked.limit}.`);
    await flush();
    return (await thread.call('query', [asked])).map((json) => JSON.parse(json) as T);
  };
  return {
    appendAnatomy: async (records) => {
      refuseClosed();
      await append(records.map((record) => ({ ...placeOf(record), kind: 'anatomy', id: record.turnId, at: record.assembledAt })));
    },
    appendRetrievals: async (records) => {
      refuseClosed();
      await append(records.map((record) => ({ ...placeOf(record), kind: 'retrieval', id: record.retrievalId, at: record.at })));
    },
    anatomy: ({ tenant, space, session, limit, beforeTurnId }) =>
      query<Anatomy>({ kind: 'anatomy', tenant, space, session, limit, before: beforeTurnId }),
    retrievals: ({ tenant, space, session, limit, before }) =>
      query<RetrievalRecord>({ kind: 'retrieval', tenant, space, session, limit, before }),
    erase: async ({ tenant, space, session }) => {
      refuseClosed();
      await flush();
      await thread.call('erase', [tenant, space, session ?? null]);
    },
    demand: createSqliteDemandStore(thread, { refuseClosed, flush }),
    close,
  };
}

function placeOf(record: Anatomy | RetrievalRecord): Pick<AnalyticsRow, 'tenant' | 'space' | 'session' | 'json'> {
  return { tenant: record.tenant, space: record.space, session: record.session ?? '', json: JSON.stringify(record) };
}
