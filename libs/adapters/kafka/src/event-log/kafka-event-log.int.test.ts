import kafkajs from 'kafkajs';
import type { EventLog, LogRecord } from '@total-recall/ports';
import { onRealServer, sampleRecord } from '@total-recall/ports/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { kafkaConfig } from '../wire/kafka-settings.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';
import type { KafkaEventLogOptions } from './kafka-log-options.ts';

const KEY = 'acme/demo/alpha';
const opened: EventLog[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((log) => log.close()));
});

async function open(options: KafkaEventLogOptions): Promise<EventLog> {
  const log = await createKafkaEventLog(options);
  opened.push(log);
  return log;
}

async function followed(log: EventLog, count: number): Promise<LogRecord[]> {
  const seen: LogRecord[] = [];
  await new Promise<void>((resolve, reject) => {
    const subscription = log.follow(0, 0, async (records) => {
      seen.push(...records);
      if (seen.length >= count) resolve();
    });
    subscription.done.catch(reject);
  });
  return seen;
}

await onRealServer('kafka', (server) => {
  describe('a log in Kafka', () => {
    it('refuses other partitions than it was made with, and topics that were changed', async () => {
      const topics = topicsOfTheirOwn(server);
      // A broker shows a change of a topic a moment after it has acknowledged it.
      const refusal = (partitions: number, message: RegExp): Promise<void> =>
        vi.waitFor(
          () =>
            expect(open({ ...topics, partitions })).rejects.toMatchObject({
              code: 'invalid_request',
              message: expect.stringMatching(message),
            }),
          { timeout: 30_000 },
        );
      const { generation } = await open({ ...topics, partitions: 3 });
      await expect(open({ ...topics, partitions: 4 })).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('has 3 partitions, not 4'),
      });
      expect((await open({ ...topics, partitions: 3 })).generation).toBe(generation);
      const admin = new kafkajs.Kafka(kafkaConfig(topics.kafka)).admin();
      await admin.connect();
      await admin.createPartitions({ topicPartitions: [{ topic: `${topics.prefix}.events`, count: 4 }] });
      await refusal(4, /has 3 partitions, not 4\. The number cannot change/);
      const retention = { type: kafkajs.ConfigResourceTypes.TOPIC, name: `${topics.prefix}.events` };
      await admin.alterConfigs({
        validateOnly: false,
        resources: [{ ...retention, configEntries: [{ name: 'retention.ms', value: '1000' }] }],
      });
      await admin.disconnect();
      await refusal(3, /has 4 partitions, not 3.*retention\.ms=1000, not -1/);
    });

    it('is made once by several that open it at the same time', async () => {
      const topics = topicsOfTheirOwn(server);
      const logs = await Promise.all(Array.from({ length: 4 }, () => open({ ...topics, partitions: 2 })));
      expect(new Set(logs.map(({ generation }) => generation)).size).toBe(1);
    });

    it('shows one process what another appends: to read, in its end, to its followers, as last offset', async () => {
      const topics = topicsOfTheirOwn(server);
      const [writer, reader] = [await open({ ...topics, partitions: 1 }), await open({ ...topics, partitions: 1 })];
      const all = followed(reader, 90);
      for (let call = 0; call < 30; call++) {
        const positions = await writer.append(Array.from({ length: 3 }, (_, index) => sampleRecord(KEY, `${call}.${index}`)));
        expect(await reader.lastOffset(KEY)).toBe(positions.at(-1)!.offset);
        expect(await reader.end(0)).toBe(positions.at(-1)!.offset);
        expect((await reader.read(0, positions[0]!.offset, 9)).map((record) => record.position)).toEqual(positions);
      }
      expect((await all).map((record) => record.envelope.id)).toEqual(
        Array.from({ length: 90 }, (_, at) => `${Math.floor(at / 3)}.${at % 3}`),
      );
    });

    it('takes for the last offset of a key that it knows nothing of one that no record of the key comes after', async () => {
      const topics = topicsOfTheirOwn(server);
      const writer = await open({ ...topics, partitions: 1 });
      await writer.append([sampleRecord('acme/demo/old', 'old')]);
      const recent = await writer.append(Array.from({ length: 20 }, (_, index) => sampleRecord(KEY, String(index))));
      const reader = await open({ ...topics, partitions: 1, headRecords: 5 });
      expect(await reader.lastOffset(KEY)).toBe(recent.at(-1)!.offset);
      expect(await reader.lastOffset('acme/demo/old')).toBe(recent.at(-6)!.offset);
    });

    it('passes over what is none of ours', async () => {
      const topics = topicsOfTheirOwn(server);
      const log = await open({ ...topics, partitions: 1 });
      const producer = new kafkajs.Kafka(kafkaConfig(topics.kafka)).producer({
        createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      });
      await producer.connect();
      const topic = `${topics.prefix}.events`;
      const came: string[] = [];
      const subscription = log.follow(0, 0, async (records) => void came.push(...records.map(({ envelope }) => envelope.id)), {
        onPassed: async (offset) => void came.push(`to ${offset}`),
      });
      await log.append([sampleRecord(KEY, 'first')]);
      await producer.send({
        topic,
        messages: [
          { key: 'x', value: 'no envelope' },
          { key: 'x', value: 'bad', headers: { envelope: '{' } },
          { key: null, value: null },
        ],
      });
      await expect.poll(() => came).toEqual(['first', 'to 3']);
      expect(await log.end(0)).toBe(3);
      await log.append([sampleRecord(KEY, 'last')]);
      await producer.send({ topic, messages: [{ key: 'x', value: 'no envelope' }] });
      await expect.poll(() => came).toEqual(['first', 'to 3', 'last', 'to 5']);
      await subscription.stop();
      await producer.disconnect();
      expect((await log.read(0, 0, 10)).map((record) => record.envelope.id)).toEqual(['first', 'last']);
      expect((await followed(log, 2)).map((record) => record.position.offset)).toEqual([0, 4]);
    });

    it('reads and follows large records whole, with a cache that holds hardly any', async () => {
      const topics = topicsOfTheirOwn(server);
      const log = await open({ ...topics, partitions: 1, cacheBytes: 1 });
      const ids = Array.from({ length: 40 }, (_, index) => String(index));
      await Promise.all(ids.map((id) => log.append([sampleRecord(KEY, id, 500_000)])));
      const first = await log.read(0, 0, 100);
      expect(first.length).toBeLessThan(40);
      expect(first.every(({ sealed }) => sealed.length === 500_000 && sealed.buffer.byteLength === 500_000)).toBe(true);
      expect((await followed(log, 40)).map((record) => record.envelope.id)).toEqual(ids);
    });
  });
});
