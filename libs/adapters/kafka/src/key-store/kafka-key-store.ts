import type { KeyStore, MasterKeys } from '@total-recall/ports';
import { boundName, createClosing, createSerialQueue, newKeyId, TotalRecallError, withoutEvents } from '@total-recall/runtime';
import { openTopicTable, type TopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { encodeKeyRecord, wrapSessionKey } from './key-records.ts';
import { buryAgain, openMaster, type OpenedMaster } from './key-master.ts';
import { createKeyTable, type KeyPlace, type KeyTable } from './key-table.ts';
import { createKeyMaker } from './make-keys.ts';
import { createKeyOpener } from './open-keys.ts';

export interface KafkaKeyStoreOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Master keys, the same for every process. */
  readonly masters: MasterKeys;
  /** Number of open keys that are cached. Default: 10,000. */
  readonly cacheKeys?: number;
}

/** Key of a record without meaning. */
const SEGMENT_END = Buffer.from('segment-end');
/** Most attempts to rewrite a key. */
const REWRITES = 5;
/** Most event keys of a session that may be destroyed one by one; four kilobytes each. */
const MOST_DESTROYED = 150;
/** Largest key record. A record of the topic must stay below a megabyte. */
const MAX_KEY_BYTES = 640 * 1024;

/**
 * Opens the store of data keys in `tr.keys`. All keys are held in memory, wrapped. When two processes create a key for
 * the same place, both use the first one in the topic. After a destruction the other processes refuse the key as soon
 * as they have read it, within moments. Its bytes leave the brokers when the topic is compacted: with the next record
 * at least `compactionLagMs` later, which `purgeDestroyed` writes.
 * Errors: `invalid_request` when no master key belongs to the store, `unavailable`.
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
  const { refuseClosed, close } = createClosing('The key store', () => {
    opener.forgetAll();
    return table.close();
  });
  const keyOf = createKeyMaker({ table, keys, master, opener, refuseClosed });
  const destroy = async (place: KeyPlace): Promise<void> => {
    refuseClosed();
    opener.forgetAll();
    // Catches up first: a key that another process has just created must be destroyed too, not only be unused.
    await table.catchUp();
    const found = keys.at(place);
    if (found === 'destroyed') return;
    await table.write([encodeKeyRecord({ ...place, keyId: found?.keyId ?? newKeyId() })]);
  };
  const inTurn = createSerialQueue();
  const destroyEvents = async (place: KeyPlace, names: readonly string[]): Promise<void> => {
    refuseClosed();
    for (let left = REWRITES; left > 0; left -= 1) {
      await table.catchUp();
      const found = keys.at(place);
      if (typeof found !== 'object') return;
      const { key } = await opener.dataKey(found);
      const remaining = lessEvents(key, names);
      // Another process may have rewritten the same key meanwhile, with or without this removal.
      if (remaining === key) return;
      await table.write([
        encodeKeyRecord({ ...found, wrapped: wrapSessionKey(await opener.wrappingOf(found), boundName(found), remaining) }),
      ]);
    }
    throw new TotalRecallError('unavailable', 'Another process changes the same key. Try again.', { retryAfterMs: 1_000 });
  };
  return {
    mostDestroyed: MOST_DESTROYED,
    destroyEvents: ({ tenant, space, session }, names) => inTurn(() => destroyEvents({ tenant, space, session }, names)),
    onDestroyed: (run) => keys.onDestroyed(run),
    sessionKey: async ({ tenant, space, session }) => {
      // Nobody else can read records under a key that the brokers have lost.
      const refusal = table.refusal();
      if (refusal) throw refusal;
      return keyOf({ tenant, space, session });
    },
    spaceKey: (tenant, space) => keyOf({ tenant, space }),
    open: async (tenant, space, keyId) => {
      refuseClosed();
      if (keys.byId(tenant, space, keyId) === undefined) await table.catchUp();
      const record = keys.byId(tenant, space, keyId);
      return typeof record === 'object' ? (await opener.dataKey(record)).key : record;
    },
    destroySession: ({ tenant, space, session }) => destroy({ tenant, space, session }),
    destroySpace: (tenant, space) => destroy({ tenant, space }),
    refusal: () => table.refusal(),
    // The broker closes a segment with the first record after its time, and compacts only closed segments.
    purgeDestroyed: async () => {
      refuseClosed();
      // A rotation that was cut short may have left some.
      await buryAgain(table, keys);
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
    close,
  };
}

function lessEvents(key: Uint8Array, names: readonly string[]): Uint8Array {
  try {
    const remaining = withoutEvents(key, names);
    if (remaining === key || remaining.length <= MAX_KEY_BYTES) return remaining;
  } catch {
    // The session has lost more than its key record can hold.
  }
  throw new TotalRecallError('invalid_request', 'A session of a cluster may lose some 150 events one by one; erase the session.');
}
