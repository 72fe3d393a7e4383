import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import type { AnatomyStore, Clock, Scheduler } from '@total-recall/ports';
import {
  createClosing,
  createSystemClock,
  createSystemScheduler,
  openTopic,
  sealTopic,
  TotalRecallError,
  type DerivedKeys,
  type SealedAnatomy,
} from '@total-recall/runtime';
import { startDatabaseThread, type DatabaseThread } from '../thread/database-thread.ts';
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
  /** Keys under which topics of windows are sealed. Default: none, and they stand in the clear. */
  readonly topicKey?: DerivedKeys;
  /** Age in days at which records are deleted, at the start and then every hour. Default: 30. */
  readonly retentionDays?: number;
  readonly clock?: Clock;
  readonly scheduler?: Scheduler;
  /** Called where topics that were sealed could not be wiped off the file, as on a full disk. It is tried again each hour. */
  readonly onUnwiped?: (error: unknown) => void;
  /** Thread that it shares with other stores. Default: one of its own. */
  readonly beside?: SharedThread;
}

const FLUSH_MS = 250;
const MAX_QUERY = 1_000;
const SEALED_AT_ONCE = 200;
const DAY_MS = 86_400_000;
const RETENTION_EVERY_MS = 3_600_000;

/**
 * Opens the store of anatomy and retrievals in SQLite. Appends resolve when queued and are written in batches: within a
 * quarter of a second, before any query, and at close. Errors: `unavailable` when 10,000 records wait because the disk
 * accepts none, `damaged` for a file of another folder.
 */
export async function createSqliteAnatomyStore(options: SqliteAnatomyStoreOptions): Promise<AnatomyStore> {
  const { path, retentionDays = 30, clock = createSystemClock(), scheduler = createSystemScheduler(), topicKey } = options;
  const data: AnatomyWorkerData = { path, ...(options.folder && { folder: options.folder }) };
  const thread = await startDatabaseThread<AnatomyWorkerHandlers>({
    name: 'anatomy-store',
    file: workerFile('./anatomy-worker', import.meta.url),
    data,
    beside: options.beside,
  });
  const wipe = await sealAndWipe(thread, options);
  const { append, flush } = createRowQueue((rows) => thread.call('write', [rows]));
  const deleteOld = async (): Promise<void> => void (await thread.call('deleteBefore', [clock.now() - retentionDays * DAY_MS]));
  await deleteOld();
  // Rows that a flush could not write stay queued for the next one. The limit of the queue tells callers.
  const timers = [
    scheduler.every(FLUSH_MS, () => flush().catch(() => undefined)),
    scheduler.every(RETENTION_EVERY_MS, () =>
      deleteOld()
        .then(wipe)
        .catch(() => undefined),
    ),
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
      const sealed = await Promise.all(records.map(async (record) => (topicKey ? sealTopic(record, await topicKey(record)) : record)));
      const isSealed = topicKey !== undefined;
      await append(
        sealed.map((record) => ({ ...placeOf(record), kind: 'anatomy', id: record.turnId, at: record.assembledAt, sealed: isSealed })),
      );
    },
    appendRetrievals: async (records) => {
      refuseClosed();
      await append(
        records.map((record) => ({ ...placeOf(record), kind: 'retrieval', id: record.retrievalId, at: record.at, sealed: true })),
      );
    },
    anatomy: async ({ tenant, space, session, limit, beforeTurnId }) => {
      const found = await query<SealedAnatomy>({ kind: 'anatomy', tenant, space, session, limit, before: beforeTurnId });
      // A space without sealed topics needs no key, and a read makes none.
      const key = found.some(({ topicSealed }) => topicSealed !== undefined) ? await topicKey?.({ tenant, space }) : undefined;
      return found.map((record) => openTopic(record, key));
    },
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

/**
 * Seals what earlier programs stored in the clear and wipes it off the file. Returns the wipe, which is to be tried again:
 * where it fails, as on a full disk or beside a reader, it stays due and refuses no start.
 */
async function sealAndWipe(
  thread: DatabaseThread<AnatomyWorkerHandlers>,
  { topicKey, onUnwiped }: SqliteAnatomyStoreOptions,
): Promise<() => Promise<void>> {
  const wipe = async (): Promise<void> => {
    if (!topicKey) return;
    await thread.call('wipe', []).catch((error: unknown) => {
      if (error instanceof TotalRecallError && error.code === 'damaged') throw error;
      onUnwiped?.(error);
    });
  };
  try {
    await sealEarlier(thread, topicKey);
    await wipe();
  } catch (error) {
    await thread.close();
    throw error;
  }
  return wipe;
}

/** Seals the topics that earlier programs stored in the clear, which are then to be wiped off the file. */
async function sealEarlier(thread: DatabaseThread<AnatomyWorkerHandlers>, topicKey: DerivedKeys | undefined): Promise<void> {
  if (!topicKey) return;
  for (;;) {
    const rows = await thread.call('unsealed', [SEALED_AT_ONCE]);
    if (rows.length === 0) return;
    const records = rows.map(({ number, json }) => ({ number, record: JSON.parse(json) as Anatomy }));
    const done = records.map(async ({ number, record }) => ({ number, json: JSON.stringify(sealTopic(record, await topicKey(record))) }));
    await thread.call('seal', [await Promise.all(done)]);
  }
}

function placeOf(record: Anatomy | RetrievalRecord): Pick<AnalyticsRow, 'tenant' | 'space' | 'session' | 'json'> {
  return { tenant: record.tenant, space: record.space, session: record.session ?? '', json: JSON.stringify(record) };
}
