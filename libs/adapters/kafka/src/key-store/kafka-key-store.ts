import { randomBytes } from 'node:crypto';
import type { DataKey, KeyStore, MasterKeys } from '@total-recall/ports';
import { createRecentEntries, createTurns, TotalRecallError, withoutEvents } from '@total-recall/runtime';
import { openTopicTable, type TopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { encodeKeyRecord, KEY_BYTES, nameOf, newKeyId, unwrapKey, wrapKey, type KeyRecord } from './key-records.ts';
import { openMaster, type OpenedMaster } from './key-master.ts';
import { createKeyTable, placeName, type KeyPlace, type KeyTable } from './key-table.ts';

export interface KafkaKeyStoreOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** The same for every process. */
  readonly masters: MasterKeys;
  /** Keys kept open in memory. 10,000. */
  readonly cacheKeys?: number;
}

/**
 * Data keys in `tr.keys`, wrapped, all of them held in memory in wrapped form. Of two processes that make a key for the same place
 * the first in the topic counts, for both. What one destroys the others refuse as soon as they have read it, within moments; its bytes are
 * gone from the brokers once the topic is compacted: with the next record that comes `compactionLagMs` later, for which `letGo` provides.
 * Errors of the start: `invalid_request` where none of the master keys is the store's, `unavailable`.
 */
export async function createKafkaKeyStore(options: KafkaKeyStoreOptions): Promise<KeyStore> {
  const { kafka, cacheKeys = 10_000 } = options;
  const plans = planTopics(options);
  const plan = plans.table('keys');
  await ensureTopics(kafka, [plan], plans.replication);
  const keys = createKeyTable();
  const table = await openTopicTable({ kafka, topic: plan.topic, what: 'the keys', apply: (record) => keys.apply(record) });
  try {
    return assembleStore(table, keys, await openMaster(table, keys, options.masters), cacheKeys);
  } catch (error) {
    await table.close();
    throw error;
  }
}

function assembleStore(table: TopicTable, keys: KeyTable, master: OpenedMaster, cacheKeys: number): KeyStore {
  const opener = createKeyOpener(keys, master, cacheKeys);
  const making = new Map<string, Promise<DataKey>>();
  let closing: Promise<void> | undefined;

  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The key store is closed.');
  };
  const make = async (place: KeyPlace): Promise<DataKey> => {
    for (let left = REWRITES; left > 0; left -= 1) {
      await table.write([encodeKeyRecord(await freshKey(place))]);
      const found = keys.at(place);
      // Made under a master key that was in force no more when it came.
      if (found !== undefined) return opener.dataKey(present(found));
    }
    throw new TotalRecallError('unavailable', 'The master key is being rotated again and again. Try again.', { retryAfterMs: 1_000 });
  };
  const freshKey = async (place: KeyPlace): Promise<Omit<KeyRecord, 'order'>> => {
    const [fresh, key] = [{ ...place, keyId: newKeyId() }, randomBytes(KEY_BYTES)];
    if (place.session === undefined) return { ...fresh, ...(await master.wrap(nameOf(fresh), key)) };
    const { key: wrapping } = await keyAt({ tenant: place.tenant, space: place.space });
    return { ...fresh, wrapped: wrapKey(wrapping, nameOf(fresh), key) };
  };
  const keyAt = async (place: KeyPlace): Promise<DataKey> => {
    refuseClosed();
    const found = keys.at(place);
    if (found !== undefined) return opener.dataKey(present(found));
    const name = placeName(place);
    const underWay = making.get(name) ?? make(place).finally(() => making.delete(name));
    making.set(name, underWay);
    return underWay;
  };
  const destroy = async (place: KeyPlace): Promise<void> => {
    refuseClosed();
    opener.forgetAll();
    // A key that another process has just made must be buried too, not only kept from being used.
    await table.catchUp();
    const found = keys.at(place);
    if (found === 'destroyed') return;
    await table.write([encodeKeyRecord({ ...place, keyId: found?.keyId ?? newKeyId() })]);
  };
  const inTurn = createTurns();
  const destroyEvents = async (place: KeyPlace, names: readonly string[]): Promise<void> => {
    refuseClosed();
    for (let left = REWRITES; left > 0; left -= 1) {
      await table.catchUp();
      const found = keys.at(place);
      if (typeof found !== 'object') return;
      const { key } = await opener.dataKey(found);
      const remaining = lessEvents(key, names);
      // Another process may have written the same key in between, with or without what this one took out of it.
      if (remaining === key) return;
      await table.write([encodeKeyRecord({ ...found, wrapped: wrapKey(await opener.wrappingOf(found), nameOf(found), remaining) })]);
    }
    throw new TotalRecallError('unavailable', 'Another process changes the same key. Try again.', { retryAfterMs: 1_000 });
  };
  return {
    mostDestroyed: MOST_DESTROYED,
    destroyEvents: ({ tenant, space, session }, names) => inTurn(() => destroyEvents({ tenant, space, session }, names)),
    onDestroyed: (run) => keys.onDestroyed(run),
    sessionKey: ({ tenant, space, session }) => keyAt({ tenant, space, session }),
    spaceKey: (tenant, space) => keyAt({ tenant, space }),
    open: async (tenant, space, keyId) => {
      refuseClosed();
      if (keys.byId(tenant, space, keyId) === undefined) await table.catchUp();
      const record = keys.byId(tenant, space, keyId);
      return typeof record === 'object' ? (await opener.dataKey(record)).key : record;
    },
    destroySession: ({ tenant, space, session }) => destroy({ tenant, space, session }),
    destroySpace: (tenant, space) => destroy({ tenant, space }),
    // The broker closes a segment with a record that comes after its time, and only what is closed is compacted.
    letGo: async () => {
      refuseClosed();
      await table.write([{ key: SEGMENT_END, value: null }]);
    },
    masterState: async () => {
      refuseClosed();
      await table.catchUp();
      return master.state();
    },
    rotateMaster: async (onProgress) => {
      refuseClosed();
      return master.rotate(onProgress);
    },
    close: () => {
      opener.forgetAll();
      return (closing ??= table.close());
    },
  };
}

/** Opens wrapped keys and remembers those opened last, until any is destroyed. */
function createKeyOpener(keys: KeyTable, master: OpenedMaster, cacheKeys: number) {
  const opened = createRecentEntries<Uint8Array>(cacheKeys);
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
      record.session === undefined ? await master.unwrap(record) : unwrapKey(await wrappingOf(record), nameOf(record), record.wrapped!);
    if (asked === destructions) opened.set(record.keyId, key);
    return key;
  };
  return {
    wrappingOf,
    dataKey: async (record: KeyRecord): Promise<DataKey> => ({ keyId: record.keyId, key: await open(record) }),
    forgetAll,
  };
}

function present(found: KeyRecord | 'destroyed' | undefined): KeyRecord {
  if (typeof found === 'object') return found;
  throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no other is made.');
}

/** Key of a record that says nothing. */
const SEGMENT_END = Buffer.from('segment-end');
/** Times a key is looked at again after it was written. */
const REWRITES = 5;
/** Four kilobytes each. */
const MOST_DESTROYED = 150;
/** A record of the topic has to stay below a megabyte. */
const MAX_KEY_BYTES = 640 * 1024;

function lessEvents(key: Uint8Array, names: readonly string[]): Uint8Array {
  try {
    const remaining = withoutEvents(key, names);
    if (remaining === key || remaining.length <= MAX_KEY_BYTES) return remaining;
  } catch {
    // More than any key may lose.
  }
  throw new TotalRecallError('invalid_request', 'A session of a cluster may lose some 150 events one by one; erase the session.');
}
