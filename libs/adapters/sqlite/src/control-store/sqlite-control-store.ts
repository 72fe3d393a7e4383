import { RETENTION_PAUSE, type ApiKey, type ControlStore } from '@total-recall/ports';
import { apiKeysOf, createClosing, createControlReads, createSerialQueue, stillRevoked } from '@total-recall/runtime';
import type { OwnFolder } from '../thread/own-folder.ts';
import { startDatabaseThread } from '../thread/database-thread.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import type { ControlKind, ControlWorkerData, ControlWorkerHandlers } from './control-worker.ts';
import { createHeldControl } from './held-control.ts';
import { createSqliteAudit } from './sqlite-audit.ts';
import { createSqliteTenants } from './sqlite-tenants.ts';
import { createSqliteUsage } from './sqlite-usage.ts';

export interface SqliteControlStoreOptions {
  /** Path of a database file used by this store alone. */
  readonly path: string;
  /** Data folder that the file belongs to. */
  readonly folder?: OwnFolder;
  /** Thread that it shares with other stores. Default: one of its own. */
  readonly beside?: SharedThread;
}

/**
 * Opens the store of tenants, keys and policy. They are read from memory and written through to SQLite with full
 * durability. The audit is only on disk.
 */
export async function createSqliteControlStore(options: SqliteControlStoreOptions): Promise<ControlStore> {
  const data: ControlWorkerData = { path: options.path, ...(options.folder && { folder: options.folder }) };
  const thread = await startDatabaseThread<ControlWorkerHandlers>({
    name: 'control-store',
    file: workerFile('./control-worker', import.meta.url),
    data,
    beside: options.beside,
  });
  const { tenants, apiKeys, policies, usage, heads, pauses, remember } = createHeldControl();
  for (const { kind, json } of await thread.call('all', [])) remember(kind, json);
  // Turns within this process suffice, as only one process opens the file.
  const inTurn = createSerialQueue();
  const { refuseClosed, close } = createClosing('The control store', () => thread.close());
  /**
   * Writes a value to disk, then to memory. Calls of the thread end in the order they were made, so memory follows the
   * order of the disk.
   */
  const put = async (kind: ControlKind, id: string, value: unknown): Promise<void> => {
    refuseClosed();
    const json = JSON.stringify(value);
    await thread.call('put', [kind, id, json]);
    remember(kind, json);
  };
  const answer = async <T>(read: () => T): Promise<T> => {
    refuseClosed();
    return read();
  };
  const keysOf = (tenant: string) => apiKeysOf(apiKeys, tenant);
  const putKey = (key: ApiKey): Promise<void> => put('api_key', key.id, stillRevoked(apiKeys.get(key.id), key));
  const held = { tenants, apiKeys, policies, remember };
  return {
    ...createControlReads({ tenants, apiKeys, policies, usage }, answer),
    ...createSqliteTenants({ thread, held, put, inTurn, answer }),
    putApiKey: (key) => inTurn(() => putKey(key)),
    dropApiKeys: (tenant, ids) =>
      inTurn(async () => {
        refuseClosed();
        const gone = ids.filter((id) => apiKeys.get(id)?.tenant === tenant);
        if (gone.length > 0) await thread.call('dropKeys', [gone]);
        for (const id of gone) apiKeys.delete(id);
      }),
    revokeApiKey: ({ id, tenant }, revokedAt, mayRevoke) =>
      inTurn(async () => {
        refuseClosed();
        if (!(await mayRevoke(keysOf(tenant)))) return false;
        const key = apiKeys.get(id);
        if (key) await putKey({ ...key, revokedAt });
        return key !== undefined;
      }),
    putFirstApiKey: (key) =>
      inTurn(async () => {
        refuseClosed();
        if ([...apiKeys.values()].some(({ tenant }) => tenant === key.tenant)) return false;
        await put('api_key', key.id, key);
        return true;
      }),
    putPolicy: (policy) => inTurn(() => put('policy', policy.at, policy)),
    retentionPause: () => answer(() => pauses.get(RETENTION_PAUSE)),
    putRetentionPause: (pause) =>
      inTurn(async () => {
        refuseClosed();
        if (pause) return put('retention_pause', RETENTION_PAUSE, pause);
        await thread.call('removeAll', ['retention_pause', [RETENTION_PAUSE]]);
        pauses.delete(RETENTION_PAUSE);
      }),
    ...createSqliteUsage({ thread, usage, refuseClosed }),
    ...createSqliteAudit({ thread, heads, remember, refuseClosed }),
    close,
  };
}
