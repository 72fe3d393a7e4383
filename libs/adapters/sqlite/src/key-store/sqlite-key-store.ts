import { sessionKey, spaceKey } from '@total-recall/domain';
import type { DataKey, KeyStore } from '@total-recall/ports';
import { createRecentEntries, TotalRecallError } from '@total-recall/runtime';
import type { OwnFolder } from '../thread/own-folder.ts';
import { startDatabaseThread, workerFile } from '../thread/database-thread.ts';
import type { KeyWorkerData, KeyWorkerHandlers } from './key-worker.ts';
import { KEY_BYTES } from './wrap-key.ts';

export interface SqliteKeyStoreOptions {
  /** A database file of its own. */
  readonly path: string;
  /** 32 bytes; see `loadOrCreateMasterKey`. */
  readonly masterKey: Uint8Array;
  /** Keys kept open in memory, by address and by id. 10,000 of each. */
  readonly cacheKeys?: number;
  /** Where the file is a part of a data folder. */
  readonly folder?: OwnFolder;
}

/**
 * Data keys in SQLite, wrapped with AES-256-GCM; fully durable. Errors of the start: `invalid_request` for a master key of the
 * wrong length, or another than the store was made with, `damaged` for a file that is, or is of another folder. A key of what was destroyed is refused with `erased`.
 */
export async function createSqliteKeyStore(options: SqliteKeyStoreOptions): Promise<KeyStore> {
  const { path, masterKey, cacheKeys = 10_000, folder } = options;
  requireKeyLength(masterKey);
  const data: KeyWorkerData = { path, masterKey: Uint8Array.from(masterKey), ...(folder && { folder }) };
  const thread = await startDatabaseThread<KeyWorkerHandlers>({
    name: 'key-store',
    file: workerFile('./key-worker', import.meta.url),
    data,
  });
  const byAddress = createRecentEntries<DataKey>(cacheKeys);
  const byId = createRecentEntries<Uint8Array>(cacheKeys);
  /** Rises with every destruction: what was asked before one must not be cached after it; what is asked later finds it done. */
  let destructions = 0;
  const listeners: (() => void)[] = [];
  let closing: Promise<void> | undefined;

  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The key store is closed.');
  };
  const destroy = async (call: () => Promise<void>): Promise<void> => {
    refuseClosed();
    destructions++;
    byAddress.clear();
    byId.clear();
    await call();
    for (const run of listeners) run();
  };
  const keyOf = async (address: string, call: () => Promise<DataKey | 'destroyed'>): Promise<DataKey> => {
    refuseClosed();
    const cached = byAddress.get(address);
    if (cached) return cached;
    const asked = destructions;
    const key = await call();
    if (key === 'destroyed') throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no other is made.');
    if (asked === destructions) byAddress.set(address, key);
    return key;
  };
  return {
    sessionKey: (address) => keyOf(sessionKey(address), () => thread.call('sessionKey', [address.tenant, address.space, address.session])),
    spaceKey: (tenant, space) => keyOf(spaceKey({ tenant, space }), () => thread.call('spaceKey', [tenant, space])),
    open: async (tenant, space, keyId) => {
      refuseClosed();
      const name = `${spaceKey({ tenant, space })}/${keyId}`;
      const cached = byId.get(name);
      if (cached) return cached;
      const asked = destructions;
      const key = await thread.call('open', [tenant, space, keyId]);
      if (key instanceof Uint8Array && asked === destructions) byId.set(name, key);
      return key;
    },
    destroyEvents: ({ tenant, space, session }, names) => destroy(() => thread.call('destroyEvents', [tenant, space, session, names])),
    onDestroyed: (run) => void listeners.push(run),
    destroySession: ({ tenant, space, session }) => destroy(() => thread.call('destroySession', [tenant, space, session])),
    destroySpace: (tenant, space) => destroy(() => thread.call('destroySpace', [tenant, space])),
    rotateMaster: async (newMasterKey) => {
      refuseClosed();
      requireKeyLength(newMasterKey);
      await thread.call('rotateMaster', [newMasterKey]);
    },
    close: () => {
      byAddress.clear();
      byId.clear();
      return (closing ??= thread.close());
    },
  };
}

function requireKeyLength(key: Uint8Array): void {
  if (key.length !== KEY_BYTES)
    throw new TotalRecallError('invalid_request', `A master key has ${KEY_BYTES} bytes; this one has ${key.length}.`);
}
