import { sessionKey, spaceKey, type SessionAddress } from '@total-recall/domain';
import type { DataKey, DestroyedPlace, ErasureMark, KeyStore, MasterKeys } from '@total-recall/ports';
import { createClosing, createLoadCache, TotalRecallError } from '@total-recall/runtime';
import type { OwnFolder } from '../thread/own-folder.ts';
import { startDatabaseThread, type DatabaseThread } from '../thread/database-thread.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import type { KeyWorkerData, KeyWorkerHandlers } from './key-worker.ts';
import { openSpaceKeys, type SpaceKeys } from './space-keys.ts';

/** Tells a store of keys what the log has records of. */
export interface LogOfKeys {
  hasSession(address: SessionAddress): Promise<boolean>;
  hasSpace(tenant: string, space: string): Promise<boolean>;
}

export interface SqliteKeyStoreOptions {
  /** Path of a database file used by this store alone. */
  readonly path: string;
  readonly masters: MasterKeys;
  /** Most open keys that are cached, by address and by id each. Default: 10,000. */
  readonly cacheKeys?: number;
  /** Data folder that the file belongs to. */
  readonly folder?: OwnFolder;
  /** The log, for which no key is made anew where it has records. Default: a key is made for each session without one. */
  readonly log?: LogOfKeys;
  /** Thread that it shares with other stores. Default: one of its own. */
  readonly beside?: SharedThread;
}

/**
 * Opens the store of data keys in SQLite, wrapped with AES-256-GCM and fully durable. Errors: `invalid_request` when no
 * master key belongs to the store, `damaged` for a file that is damaged or belongs to another folder. A key of
 * something destroyed is refused with `erased`, a lost key of a session with records with `unavailable`.
 */
export async function createSqliteKeyStore(options: SqliteKeyStoreOptions): Promise<KeyStore> {
  const { path, masters, cacheKeys = 10_000, folder } = options;
  const data: KeyWorkerData = { path, ...(folder && { folder }) };
  const thread = await startDatabaseThread<KeyWorkerHandlers>({
    name: 'key-store',
    file: workerFile('./key-worker', import.meta.url),
    data,
    beside: options.beside,
  });
  try {
    return assembleStore(thread, await openSpaceKeys(thread, masters, path), { cacheKeys, log: options.log });
  } catch (error) {
    await thread.close();
    throw error;
  }
}

function assembleStore(
  thread: DatabaseThread<KeyWorkerHandlers>,
  spaceKeys: SpaceKeys,
  { cacheKeys, log }: { cacheKeys: number; log: LogOfKeys | undefined },
): KeyStore {
  const byAddress = createLoadCache<DataKey>(cacheKeys);
  const byId = createLoadCache<Uint8Array>(cacheKeys);
  const listeners: ((place: DestroyedPlace) => void)[] = [];
  const forgetAll = (): void => {
    byAddress.forget();
    byId.forget();
  };
  const { refuseClosed, close } = createClosing('The key store', () => {
    forgetAll();
    return thread.close();
  });
  const destroy = async (place: DestroyedPlace, call: () => Promise<void>): Promise<void> => {
    refuseClosed();
    forgetAll();
    try {
      await call();
    } finally {
      // Requests that came while the master key was asked for have read the key as it was.
      forgetAll();
    }
    for (const run of listeners) run(place);
  };
  const keyOf = async (address: string, call: () => Promise<DataKey | 'destroyed'>): Promise<DataKey> => {
    refuseClosed();
    const key = await byAddress.get(address, call);
    if (key === 'destroyed') throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no new one is created.');
    return key;
  };
  const keyOfSpace = (tenant: string, space: string): Promise<DataKey> =>
    keyOf(spaceKey({ tenant, space }), () => spaceKeys.openOrMake(tenant, space));
  const knownOf = async (tenant: string, space: string): Promise<DataKey | undefined> =>
    byAddress.held(spaceKey({ tenant, space })) ?? (await spaceKeys.openKnown(tenant, space));
  return {
    sessionKey: (address) =>
      keyOf(sessionKey(address), async () => {
        const { tenant, space, session } = address;
        if (log) await refuseLostKey(thread, address, log);
        return thread.call('sessionKey', [{ tenant, space, ...(await keyOfSpace(tenant, space)) }, session]);
      }),
    spaceKey: keyOfSpace,
    open: async (tenant, space, keyId) => {
      refuseClosed();
      return byId.get(`${spaceKey({ tenant, space })}/${keyId}`, async () =>
        thread.call('open', [tenant, space, keyId, await knownOf(tenant, space)]),
      );
    },
    hasSessionKey: async ({ tenant, space, session }) => {
      refuseClosed();
      return thread.call('holdsSessionKey', [tenant, space, session]);
    },
    destroyEvents: ({ tenant, space, session }, names) =>
      destroy({ tenant, space, session }, async () => {
        const opened = await spaceKeys.openKnown(tenant, space);
        if (opened) await thread.call('destroyEvents', [{ tenant, space, ...opened }, session, names]);
      }),
    erasureMark: markIn(thread, refuseClosed),
    onDestroyed: (run) => void listeners.push(run),
    destroySession: ({ tenant, space, session }) =>
      destroy({ tenant, space, session }, () => thread.call('destroySession', [tenant, space, session])),
    destroySpace: (tenant, space) => destroy({ tenant, space }, () => thread.call('destroySpace', [tenant, space])),
    ...masterIn(spaceKeys, refuseClosed),
    close,
  };
}

/**
 * Refuses to make a key for a session whose key is lost, and for the first session of a space whose keys are: what is
 * sealed with another one could not be united with the newest keys. Errors: `unavailable`.
 */
async function refuseLostKey(
  thread: DatabaseThread<KeyWorkerHandlers>,
  { tenant, space, session }: SessionAddress,
  log: LogOfKeys,
): Promise<void> {
  const hasKey = (): Promise<boolean> => thread.call('hasSessionKey', [tenant, space, session]);
  const hasKeys = (): Promise<boolean> => thread.call('hasSessionKeys', [tenant, space]);
  if (await hasKey()) return;
  // Keys are looked for once more, as another call may have made them and written the first records meanwhile.
  if ((await log.hasSession({ tenant, space, session })) && !(await hasKey()))
    throw lostKey(`key of the session ${session} of ${space} is`);
  if (!(await hasKeys()) && (await log.hasSpace(tenant, space)) && !(await hasKeys())) throw lostKey(`keys of ${space} are`);
}

function lostKey(what: string): TotalRecallError {
  return new TotalRecallError(
    'unavailable',
    `The ${what} not in keys.db, which is older than log.db or lacks keys. Stop the service and run: total-recall keys merge, with the newest copy of keys.db.`,
  );
}

function markIn(thread: DatabaseThread<KeyWorkerHandlers>, refuseClosed: () => void): ErasureMark {
  return {
    read: async (partition) => {
      refuseClosed();
      return thread.call('erasureMark', [partition]);
    },
    write: async (partition, entryId) => {
      refuseClosed();
      await thread.call('markErasure', [partition, entryId]);
    },
  };
}

function masterIn(spaceKeys: SpaceKeys, refuseClosed: () => void): Pick<KeyStore, 'masterState' | 'rotateMaster'> {
  return {
    masterState: async () => {
      refuseClosed();
      return spaceKeys.state();
    },
    rotateMaster: async (onProgress) => {
      refuseClosed();
      return spaceKeys.rotate(onProgress);
    },
  };
}
