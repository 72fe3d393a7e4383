import kafkajs from 'kafkajs';
import { onRealServer, sampleRecord } from '@total-recall/ports/testing';
import { describe, expect, it, vi } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaEventLog } from '../event-log/kafka-event-log.ts';
import { createKafkaLedger } from '../ledger/kafka-ledger.ts';
import { createKafkaLedgerFeed } from '../ledger/kafka-ledger-feed.ts';
import { openTopicTable } from '../table/topic-table.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics } from '../topics/topic-plan.ts';

const WAIT = { timeout: 30_000, interval: 100 };

await onRealServer('kafka', (server) => {
  const topics = topicsOfTheirOwn(server);
  /** Makes topics anew, as brokers that lost everything do, and writes `records` of another program into each partition. */
  const lose = async (plans: readonly Parameters<typeof ensureTopics>[1][number][], records: number): Promise<void> => {
    const kafka = new kafkajs.Kafka({ brokers: [...topics.kafka.brokers], logLevel: kafkajs.logLevel.NOTHING });
    const [admin, producer] = [kafka.admin(), kafka.producer({ allowAutoTopicCreation: false })];
    await Promise.all([admin.connect(), producer.connect()]);
    await admin.deleteTopics({ topics: plans.map(({ topic }) => topic) });
    await vi.waitFor(() => ensureTopics(topics.kafka, [...plans], 1), WAIT);
    const messages = Array.from({ length: records }, (_, at) => ({ partition: 0, key: `of another ${at}`, value: null }));
    for (const { topic } of plans) await vi.waitFor(() => producer.send({ topic, messages }), WAIT);
    await Promise.all([admin.disconnect(), producer.disconnect()]);
  };

  describe('a topic that has lost its end', () => {
    it('as a table takes no records and shows none that were written at its offsets again', async () => {
      const plan = planTopics(topics).table('keys');
      await ensureTopics(topics.kafka, [plan], 1);
      const seen: string[] = [];
      const apply = ({ key }: { readonly key: Buffer | null }): void => void seen.push(String(key));
      const table = await openTopicTable({ kafka: topics.kafka, topic: plan.topic, what: 'the test', apply });
      const record = (key: string) => ({ key: Buffer.from(key), value: Buffer.from('1') });
      for (const key of ['a', 'b', 'c']) await table.write([record(key)]);
      expect(table.refusal()).toBeUndefined();
      await lose([plan], 1);
      const isLost = { code: 'unavailable', message: expect.stringContaining(`Partition 0 of ${plan.topic} `) };
      await vi.waitFor(() => expect(table.refusal()).toMatchObject(isLost), WAIT);
      expect(table.refusal()?.message).toMatch(/ends at offset -?\d+, and had records up to 2: .*restart the services/);
      await expect(table.write([record('d')])).rejects.toMatchObject(isLost);
      await expect(table.catchUp()).rejects.toMatchObject(isLost);
      await lose([plan], 9);
      await expect(table.write([record('e')])).rejects.toMatchObject(isLost);
      expect(seen).toEqual(['a', 'b', 'c']);
      await table.close();
    });

    it('as the ledger refuses entries and reading, and a feed of it reads the other partitions on', async () => {
      const options = { ...topics, partitions: 1 };
      const plan = planTopics(topics).log('ledger', 1);
      const [ledger, feed] = [await createKafkaLedger(options), await createKafkaLedgerFeed(options)];
      const share = await ledger.own(0);
      await feed.read();
      expect(ledger.refusal?.()).toBeUndefined();
      await lose([plan], 0);
      await vi.waitFor(() => expect(ledger.refusal?.()?.message).toMatch(/has lost its end/), WAIT);
      await expect(share.append(0, [])).rejects.toThrow(/has lost its end/);
      await expect(ledger.read(0, 0, 10)).rejects.toThrow(/has lost its end/);
      const isLost = { code: 'unavailable', message: expect.stringContaining(`Partition 0 of ${plan.topic} `) };
      await vi.waitFor(async () => {
        expect(await feed.read()).toEqual([]);
        expect(feed.refusal?.()).toMatchObject(isLost);
      }, WAIT);
      await lose([plan], 9);
      expect(await feed.read()).toEqual([]);
      expect(feed.refusal?.('acme')).toMatchObject(isLost);
      await Promise.all([ledger.close(), feed.close()]);
    });

    it('as a log takes no appends of who followed it', async () => {
      const log = await createKafkaEventLog({ ...topics, partitions: 1 });
      const key = 'acme/demo/alpha';
      await log.append([sampleRecord(key, 'e1'), sampleRecord(key, 'e2')]);
      expect(await log.lastOffset(key)).toBe(1);
      await lose([planTopics(topics).log('events', 1)], 0);
      await vi.waitFor(() => expect(log.refusal?.()?.message).toMatch(/has lost its end/), WAIT);
      await lose([planTopics(topics).log('events', 1)], 9);
      await expect(log.append([sampleRecord(key, 'e3')])).rejects.toThrow(/has lost its end/);
      await log.close();
    });
  });
});
