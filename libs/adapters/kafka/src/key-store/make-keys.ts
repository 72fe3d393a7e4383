import { randomBytes } from 'node:crypto';
import type { DataKey } from '@total-recall/ports';
import { boundName, KEY_BYTES, newKeyId, TotalRecallError } from '@total-recall/runtime';
import type { TopicTable } from '../table/topic-table.ts';
import type { OpenedMaster } from './key-master.ts';
import { encodeKeyRecord, wrapSessionKey, type KeyRecord } from './key-records.ts';
import { placeName, type KeyPlace, type KeyTable } from './key-table.ts';
import { present, type KeyOpener } from './open-keys.ts';

/** Most attempts to make a key. */
const ATTEMPTS = 5;

interface KeyMakerParts {
  readonly table: TopicTable;
  readonly keys: KeyTable;
  readonly master: OpenedMaster;
  readonly opener: KeyOpener;
  /** Throws once the store is closed. */
  readonly refuseClosed: () => void;
}

/** Creates what gives the key of a place, and makes it where there is none: once, for all who ask meanwhile. */
export function createKeyMaker({ table, keys, master, opener, refuseClosed }: KeyMakerParts): (place: KeyPlace) => Promise<DataKey> {
  const making = new Map<string, Promise<DataKey>>();

  const make = async (place: KeyPlace): Promise<DataKey> => {
    for (let left = ATTEMPTS; left > 0; left -= 1) {
      await table.write([encodeKeyRecord(await freshKey(place))]);
      const found = keys.at(place);
      // The key was wrapped under a master key that was no longer active when it arrived.
      if (found !== undefined) return opener.dataKey(present(found));
    }
    throw new TotalRecallError('unavailable', 'The master key keeps being rotated. Try again.', { retryAfterMs: 1_000 });
  };
  const freshKey = async (place: KeyPlace): Promise<Omit<KeyRecord, 'order'>> => {
    const [fresh, key] = [{ ...place, keyId: newKeyId() }, randomBytes(KEY_BYTES)];
    if (place.session === undefined) return { ...fresh, ...(await master.wrap(boundName(fresh), key)) };
    const { key: wrapping } = await keyOf({ tenant: place.tenant, space: place.space });
    return { ...fresh, wrapped: wrapSessionKey(wrapping, boundName(fresh), key) };
  };
  const keyOf = async (place: KeyPlace): Promise<DataKey> => {
    refuseClosed();
    const found = keys.at(place);
    if (found !== undefined) return opener.dataKey(present(found));
    const name = placeName(place);
    const underWay = making.get(name) ?? make(place).finally(() => making.delete(name));
    making.set(name, underWay);
    return underWay;
  };
  return keyOf;
}
