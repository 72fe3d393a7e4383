import type { DataKey } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';
import type { OpenedMaster } from './key-master.ts';
import { nameOf, unwrapSessionKey, type KeyRecord } from './key-records.ts';
import type { KeyTable } from './key-table.ts';

export type KeyOpener = ReturnType<typeof createKeyOpener>;

/** Creates an opener of wrapped keys. It caches the most recent ones until any key is destroyed. */
export function createKeyOpener(keys: KeyTable, master: OpenedMaster, cacheKeys: number) {
  const opened = createLruMap<Uint8Array>(cacheKeys);
  let destructions = 0;
  const forgetAll = (): void => {
    destructions += 1;
    opened.clear();
  };
  keys.onDestroyed(forgetAll);

  const wrappingOf = (record: KeyRecord): Promise<Uint8Array> => open(present(keys.at({ tenant: record.tenant, space: record.space })));
  const open = async (record: KeyRecord): Promise<Uint8Array> => {
    const cached = opened.get(record.keyId);
    if (cached) return cached;
    const asked = destructions;
    const key =
      record.session === undefined
        ? await master.unwrap(record)
        : unwrapSessionKey(await wrappingOf(record), nameOf(record), record.wrapped!);
    if (asked === destructions) opened.set(record.keyId, key);
    return key;
  };
  return {
    wrappingOf,
    dataKey: async (record: KeyRecord): Promise<DataKey> => ({ keyId: record.keyId, key: await open(record) }),
    forgetAll,
  };
}

/** Returns the record of a key that was found. Errors: `erased` for one that was destroyed. */
export function present(found: KeyRecord | 'destroyed' | undefined): KeyRecord {
  if (typeof found === 'object') return found;
  throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no other is made.');
}
