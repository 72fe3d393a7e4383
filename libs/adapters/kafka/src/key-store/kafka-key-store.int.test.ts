import kafkajs from 'kafkajs';
import type { KeyStore } from '@total-recall/ports';
import { codeOf, onRealServer } from '@total-recall/ports/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createEnvironmentMasterKeys } from '@total-recall/runtime';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { fetchRecords, type FetchedRecord } from '../wire/fetch-records.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import { kafkaConfig } from '../wire/kafka-settings.ts';
import { createPartitionProducer } from '../wire/partition-producer.ts';
import { createKafkaKeyStore, type KafkaKeyStoreOptions } from './kafka-key-store.ts';
import { decodeKeyRecord, encodeKeyRecord } from './key-records.ts';
import { createKeyTable } from './key-table.ts';

const ALPHA = { tenant: 'acme', space: 'demo', session: 'alpha' };
const [OLD, NEW] = ['09'.repeat(32), '07'.repeat(32)];
const opened: KeyStore[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

async function open(options: KafkaKeyStoreOptions): Promise<KeyStore> {
  const store = await createKafkaKeyStore(options);
  opened.push(store);
  return store;
}

describe('two keys for one place', () => {
  it('the older counts, also where compaction has left the younger before it', () => {
    const place = { tenant: 'acme', space: 'demo' };
    const record = (keyId: string, offset: number, order?: number) => {
      const { key, value } = encodeKeyRecord({ ...place, keyId, wrapped: new Uint8Array(60), order });
      return { key, value, offset, timestampMs: 0, headers: {} };
    };
    for (const log of [
      [record('key_a', 3), record('key_b', 5)],
      [record('key_b', 5), record('key_a', 20, 3)],
    ]) {
      const table = createKeyTable();
      for (const entry of log) table.apply(entry);
      expect(table.at(place)).toMatchObject({ keyId: 'key_a' });
    }
  });

  it('one that is written again after its destruction stays destroyed, and is known until it is destroyed again', () => {
    const place = { tenant: 'acme', space: 'demo', keyId: 'key_a' };
    const record = (offset: number, wrapped?: Uint8Array) => {
      const { key, value } = encodeKeyRecord({ ...place, order: 0, ...(wrapped && { wrapped }) });
      return { key, value, offset, timestampMs: 0, headers: {} };
    };
    const table = createKeyTable();
    table.apply(record(0, new Uint8Array(60)));
    table.apply(record(1, new Uint8Array(60)));
    table.apply(record(2));
    expect(table.revived()).toEqual([]);
    for (const offset of [3, 4]) {
      table.apply(record(offset, new Uint8Array(60)));
      expect([table.at(place), table.byId('acme', 'demo', 'key_a')]).toEqual(['destroyed', 'destroyed']);
      expect(table.revived()).toMatchObject([{ keyId: 'key_a' }]);
    }
    table.apply(record(5));
    expect(table.revived()).toEqual([]);
  });

  it.each([
    ['no key', null],
    ['one part', 'acme'],
    ['four parts', 'a/b/c/d'],
  ])('a record with %s is none of ours', (_, key) => {
    const value = Buffer.from('{"v":1}');
    expect(decodeKeyRecord({ key: key === null ? null : Buffer.from(key), value, offset: 0, timestampMs: 0, headers: {} })).toBeUndefined();
  });
});

await onRealServer('kafka', (server) => {
  describe('keys in Kafka', () => {
    it('are the same in every process, however many ask for the first time at once', async () => {
      const options = { ...topicsOfTheirOwn(server), masters: createEnvironmentMasterKeys(OLD) };
      const stores = await Promise.all(Array.from({ length: 4 }, () => open(options)));
      const sessions = Array.from({ length: 20 }, (_, index) => ({ ...ALPHA, session: `s${index}` }));
      const keys = await Promise.all(sessions.map((address) => Promise.all(stores.map((store) => store.sessionKey(address)))));
      for (const [first, ...others] of keys) for (const other of others) expect(other).toEqual(first);
      for (const store of stores) expect(await store.open('acme', 'demo', keys[3]![0]!.keyId)).toEqual(keys[3]![0]!.key);
    });

    it('that one process destroys are refused by the others, and by those that start later', async () => {
      const options = { ...topicsOfTheirOwn(server), masters: createEnvironmentMasterKeys(OLD) };
      const [one, other] = [await open(options), await open(options)];
      const { keyId } = await one.sessionKey(ALPHA);
      const beta = await other.sessionKey({ ...ALPHA, session: 'beta' });
      await other.open('acme', 'demo', keyId);
      await one.destroySession(ALPHA);
      // An unknown key makes a store read to the end of the topic.
      await other.open('acme', 'demo', 'key_unknown');
      expect(await other.open('acme', 'demo', keyId)).toBe('destroyed');
      expect(await codeOf(other.sessionKey(ALPHA))).toBe('erased');
      await other.destroySpace('acme', 'demo');
      const late = await open(options);
      expect(await late.open('acme', 'demo', beta.keyId)).toBe('destroyed');
      expect(await codeOf(late.sessionKey({ ...ALPHA, session: 'new' }))).toBe('erased');
    });

    it('that lost events leave the brokers as they were before', async () => {
      const options = { ...topicsOfTheirOwn(server), masters: createEnvironmentMasterKeys(OLD), compactionLagMs: 1_000 };
      const connection = openConnection(options.kafka);
      const stored = async (): Promise<string[]> =>
        (await recordsOf(connection, `${options.prefix}.keys`)).flatMap(({ value }) => value?.toString() ?? []);
      const store = await open(options);
      await store.sessionKey(ALPHA);
      const before = await stored();
      const whole = before.find((value) => value.includes(`"session":"${ALPHA.session}"`))!;
      await store.destroyEvents(ALPHA, ['01JZX0000000000000000000AA']);
      expect(await stored()).toContain(whole);
      const isGone = async (): Promise<boolean> => {
        await store.purgeDestroyed!();
        return !(await stored()).includes(whole);
      };
      await expect.poll(isGone, { timeout: 200_000, interval: 2_000 }).toBe(true);
      expect((await stored()).filter((value) => value.includes(`"session":"${ALPHA.session}"`))).toHaveLength(1);
      expect(await (await open(options)).sessionKey(ALPHA)).toEqual(await store.sessionKey(ALPHA));
      await connection.close();
    });

    it('that a rotation wrote again after their destruction are destroyed again, before the brokers forget it', async () => {
      const options = { ...topicsOfTheirOwn(server), masters: createEnvironmentMasterKeys(OLD) };
      const topic = `${options.prefix}.keys`;
      const connection = openConnection(options.kafka);
      const store = await open(options);
      const { keyId } = await store.spaceKey('acme', 'demo');
      const lastOfKey = async () => (await recordsOf(connection, topic)).findLast(({ key }) => key?.toString().endsWith(keyId))!;
      const { key, value } = await lastOfKey();
      await store.destroySpace('acme', 'demo');
      const producer = createPartitionProducer({ connection, place: { topic, partition: 0 }, doing: 'write as a rotation' });
      await producer.produce([{ key: key!, value }]);
      expect((await lastOfKey()).value!.toString()).toContain('"wrapped"');
      const later = await open(options);
      await later.purgeDestroyed!();
      expect((await lastOfKey()).value!.toString()).not.toContain('"wrapped"');
      await producer.produce([{ key: key!, value }]);
      await later.rotateMaster();
      expect((await lastOfKey()).value!.toString()).not.toContain('"wrapped"');
      expect(await later.open('acme', 'demo', keyId)).toBe('destroyed');
      await connection.close();
    });

    it('stand in the topic in no readable form, and open with the new master key only after a rotation', async () => {
      const topics = topicsOfTheirOwn(server);
      const store = await open({ ...topics, masters: createEnvironmentMasterKeys(OLD) });
      const alpha = await store.sessionKey(ALPHA);
      const rotating = await open({ ...topics, masters: createEnvironmentMasterKeys(`${NEW},${OLD}`) });
      expect(await rotating.masterState()).toMatchObject({ keys: 1, behind: 0 });
      expect(await rotating.rotateMaster()).toMatchObject({ keys: 1, behind: 0 });
      expect(await rotating.sessionKey({ ...ALPHA, space: 'later' })).toMatchObject({ keyId: expect.stringMatching(/^key_/) });
      // A process without the new master key continues with the keys it has opened, and creates none that others could
      // not open.
      expect(await codeOf(store.sessionKey({ ...ALPHA, space: 'much-later' }))).toBe('unavailable');
      expect(await codeOf(open({ ...topics, masters: createEnvironmentMasterKeys(OLD) }))).toBe('invalid_request');
      expect(await (await open({ ...topics, masters: createEnvironmentMasterKeys(NEW) })).sessionKey(ALPHA)).toEqual(alpha);
      const values = await allValues(topics.kafka.brokers, `${topics.prefix}.keys`);
      expect(values.length).toBeGreaterThan(4);
      for (const form of ['latin1', 'hex', 'base64'] as const)
        expect(values.filter((value) => value.toString('latin1').includes(Buffer.from(alpha.key).toString(form)))).toEqual([]);
    });
  });
});

type Connection = ReturnType<typeof openConnection>;

async function recordsOf(connection: Connection, topic: string): Promise<FetchedRecord[]> {
  const found: FetchedRecord[] = [];
  for (let [from, end] = [0, 1]; from < end;) {
    const fetched = await fetchRecords(connection, { topic, partition: 0 }, from, {
      doing: 'look',
      maxBytes: 1_000_000,
      waitMs: 0,
      deadlineMs: 15_000,
    });
    found.push(...fetched.records);
    [from, end] = [fetched.next, fetched.end];
  }
  return found;
}

async function allValues(brokers: readonly string[], topic: string): Promise<Buffer[]> {
  const kafka = new kafkajs.Kafka(kafkaConfig({ brokers }));
  const admin = kafka.admin();
  await admin.connect();
  const [{ high } = { high: '0' }] = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: topic, maxWaitTimeInMs: 100 });
  const values: Buffer[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    const eachMessage = async ({ message }: { message: { value: Buffer | null } }): Promise<void> => {
      values.push(message.value ?? Buffer.alloc(0));
      if (values.length === Number(high)) resolve();
    };
    consumer.run({ eachMessage }).catch(reject);
  });
  await consumer.disconnect();
  return values;
}
