import { randomBytes } from 'node:crypto';
import type { DataKey, KeyStore } from '@total-recall/ports';
import { createRecentEntries, createTurns, TotalRecallError, withoutEvents } from '@total-recall/runtime';
import { openTopicTable, type TopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import {
  encodeKeyRecord,
  KEY_BYTES,
  MASTER_CHECK_KEY,
  masterName,
  nameOf,
  newKeyId,
  unwrapKey,
  wrapKey,
  type KeyRecord,
} from './key-records.ts';
import { createKeyTable, placeName, type KeyPlace, type KeyTable } from './key-table.ts';

export interface KafkaKeyStoreOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** 32 bytes, the same for every process. */
  readonly masterKey: Uint8Array;
  /** Keys kept open in memory. 10,000. */
  readonly cacheKeys?: number;
}

/**
 * Data keys in `tr.keys`, wrapped, all of them held in memory in wrapped form. Of two processes that make a key for the same place
 * the first in the topic counts, for both. What one destroys the others refuse as soon as they have read it, within moments; its bytes are
 * gone from the brokers once the topic is compacted, within `max.compaction.lag.ms`. Errors of the start: `invalid_request` for a master key
 * of the wrong length or another than the store's, `unavailable`.
 */
export async function createKafkaKeyStore(options: KafkaKeyStoreOptions): Promise<KeyStore> {
  const { kafka, cacheKeys = 10_000 } = options;
  requireKeyLength(options.masterKey);
  const plans = planTopics(options);
  const plan = plans.table('keys');
  await ensureTopics(kafka, [plan], plans.replication);
  const keys = createKeyTable();
  const table = await openTopicTable({ kafka, topic: plan.topic, what: 'the keys', apply: (record) => keys.apply(record) });
  try {
    await checkMaster(table, keys, options.masterKey);
  } catch (error) {
    await table.close();
    throw error;
  }
  return assembleStore(table, keys, Uint8Array.from(options.masterKey), cacheKeys);
}

function assembleStore(table: TopicTable, keys: KeyTable, master: Uint8Array, cacheKeys: number): KeyStore {
  const opener = createKeyOpener(keys, master, cacheKeys);
  const making = new Map<string, Promise<DataKey>>();
  let closing: Promise<void> | undefined;

  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The key store is closed.');
  };
  const make = async (place: KeyPlace): Promise<DataKey> => {
    const isSpace = place.session === undefined;
    const wrapping = isSpace ? opener.master() : (await keyAt({ tenant: place.tenant, space: place.space })).key;
    const fresh = { ...place, keyId: newKeyId(), master: isSpace ? masterName(wrapping) : undefined };
    await table.write([encodeKeyRecord({ ...fresh, wrapped: wrapKey(wrapping, nameOf(fresh), randomBytes(KEY_BYTES)) })]);
    return opener.dataKey(present(keys.at(place)));
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
      const { key } = opener.dataKey(found);
      const remaining = lessEvents(key, names);
      // Another process may have written the same key in between, with or without what this one took out of it.
      if (remaining === key) return;
      await table.write([encodeKeyRecord({ ...found, wrapped: wrapKey(opener.wrappingOf(found), nameOf(found), remaining) })]);
    }
    throw new TotalRecallError('unavailable', 'Another process changes the same key. Try again.', { retryAfterMs: 1_000 });
  };
  return {
    destroyEvents: ({ tenant, space, session }, names) => inTurn(() => destroyEvents({ tenant, space, session }, names)),
    onDestroyed: (run) => keys.onDestroyed(run),
    sessionKey: ({ tenant, space, session }) => keyAt({ tenant, space, session }),
    spaceKey: (tenant, space) => keyAt({ tenant, space }),
    open: async (tenant, space, keyId) => {
      refuseClosed();
      if (keys.byId(tenant, space, keyId) === undefined) await table.catchUp();
      const record = keys.byId(tenant, space, keyId);
      return typeof record === 'object' ? opener.dataKey(record).key : record;
    },
    destroySession: ({ tenant, space, session }) => destroy({ tenant, space, session }),
    destroySpace: (tenant, space) => destroy({ tenant, space }),
    rotateMaster: async (newMaster) => {
      refuseClosed();
      requireKeyLength(newMaster);
      await table.catchUp();
      await rewrap(table, keys, opener.master(), newMaster);
      opener.setMaster(newMaster);
    },
    close: () => {
      opener.forgetAll();
      return (closing ??= table.close());
    },
  };
}

/** Opens wrapped keys and remembers those opened last, until any is destroyed. */
function createKeyOpener(keys: KeyTable, firstMaster: Uint8Array, cacheKeys: number) {
  const opened = createRecentEntries<Uint8Array>(cacheKeys);
  let master = firstMaster;
  keys.onDestroyed(() => opened.clear());

  const wrappingOf = (record: KeyRecord): Uint8Array => {
    if (record.session !== undefined) return open(present(keys.at({ tenant: record.tenant, space: record.space })));
    if (record.master === masterName(master)) return master;
    throw new TotalRecallError(
      'unavailable',
      'The keys were wrapped under another master key since this process started. Start it with that one.',
    );
  };
  const open = (record: KeyRecord): Uint8Array => {
    const cached = opened.get(record.keyId);
    if (cached) return cached;
    const key = unwrapKey(wrappingOf(record), nameOf(record), record.wrapped!);
    opened.set(record.keyId, key);
    return key;
  };
  return {
    wrappingOf,
    master: (): Uint8Array => master,
    setMaster: (newMaster: Uint8Array): void => void (master = Uint8Array.from(newMaster)),
    dataKey: (record: KeyRecord): DataKey => ({ keyId: record.keyId, key: open(record) }),
    forgetAll: (): void => opened.clear(),
  };
}

function present(found: KeyRecord | 'destroyed' | undefined): KeyRecord {
  if (typeof found === 'object') return found;
  throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no other is made.');
}

/** Times a key is looked at again after it was written. */
const REWRITES = 5;
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

const REWRAPPED_AT_ONCE = 1_000;

/** The check comes last: cut short, the old master key still opens the store, and the same rotation can be done again. */
async function rewrap(table: TopicTable, keys: KeyTable, master: Uint8Array, newMaster: Uint8Array): Promise<void> {
  const name = masterName(newMaster);
  const old = keys.spaceKeys().filter((record) => record.master !== name);
  for (let at = 0; at < old.length; at += REWRAPPED_AT_ONCE) {
    const batch = old.slice(at, at + REWRAPPED_AT_ONCE).map((record) => {
      const key = unwrapKey(master, nameOf(record), record.wrapped!);
      return encodeKeyRecord({ ...record, wrapped: wrapKey(newMaster, nameOf(record), key), master: name });
    });
    await table.write(batch);
  }
  await writeCheck(table, newMaster);
}

async function checkMaster(table: TopicTable, keys: KeyTable, master: Uint8Array): Promise<void> {
  if (keys.masterCheck() === undefined) await writeCheck(table, master);
  try {
    unwrapKey(master, MASTER_CHECK_KEY, keys.masterCheck()!);
  } catch {
    throw new TotalRecallError('invalid_request', 'The master key is not the one that this key store was made with. Give the right one.');
  }
}

async function writeCheck(table: TopicTable, master: Uint8Array): Promise<void> {
  await table.write([
    { key: Buffer.from(MASTER_CHECK_KEY), value: Buffer.from(wrapKey(master, MASTER_CHECK_KEY, randomBytes(KEY_BYTES))) },
  ]);
}

function requireKeyLength(key: Uint8Array): void {
  if (key.length !== KEY_BYTES)
    throw new TotalRecallError('invalid_request', `A master key has ${KEY_BYTES} bytes; this one has ${key.length}.`);
}
