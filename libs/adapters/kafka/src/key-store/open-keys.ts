import type { DataKey } from '@total-recall/ports';
import { boundName, createLoadCache, TotalRecallError } from '@total-recall/runtime';
import type { OpenedMaster } from './key-master.ts';
import { unwrapSessionKey, type KeyRecord } from './key-records.ts';
import type { KeyTable } from './key-table.ts';

export type KeyOpener = ReturnType<typeof createKeyOpener>;

/** Creates an opener of wrapped keys. It caches the most recent ones until any key is destroyed. */
export function createKeyOpener(keys: KeyTable, master: OpenedMaster, cacheKeys: number) {
  const opened = createLoadCache<Uint8Array>(cacheKeys);
  keys.onDestroyed(opened.forget);

  const wrappingOf = (record: KeyRecord): Promise<Uint8Array> => open(present(keys.at({ tenant: record.tenant, space: record.space })));
  const open = (record: KeyRecord): Promise<Uint8Array> =>
    opened.get(record.keyId, async () => {
      if (record.session === undefined) return master.unwrap(record);
      return unwrapSessionKey(await wrappingOf(record), boundName(record), record.wrapped!);
    });
  return {
    wrappingOf,
    dataKey: async (record: KeyRecord): Promise<DataKey> => ({ keyId: record.keyId, key: await open(record) }),
    forgetAll: opened.forget,
  };
}

/** Returns the record of a key that was found. Errors: `erased` for one that was destroyed. */
export function present(found: KeyRecord | 'destroyed' | undefined): KeyRecord {
  if (typeof found === 'object') return found;
  throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no new one is created.');
}
