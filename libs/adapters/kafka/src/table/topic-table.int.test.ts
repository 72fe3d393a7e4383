import { onRealServer } from '@total-recall/ports/testing';
import { describe, expect, it, vi } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { fetchRecords } from '../wire/fetch-records.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import { openTopicTable } from './topic-table.ts';

const SOON = {
  'cleanup.policy': 'compact',
  'min.cleanable.dirty.ratio': '0.001',
  'max.compaction.lag.ms': '100',
  'segment.ms': '100',
  'delete.retention.ms': '0',
};

await onRealServer('kafka', (server) => {
  describe('a table over a topic', () => {
    it('is read to its end where compaction left gaps, and batches without a record', async () => {
      const { kafka, prefix } = topicsOfTheirOwn(server);
      const topic = `${prefix}.table`;
      await ensureTopics(kafka, [{ topic, partitions: 1, config: SOON }], 1);
      const open = async () => {
        const values = new Map<string, string>();
        const apply = ({ key, value }: { key: Buffer | null; value: Buffer | null }) => void values.set(String(key), String(value));
        return { values, table: await openTopicTable({ kafka, topic, what: 'the test', apply }) };
      };
      const record = (key: string, value: string | null) => ({ key: Buffer.from(key), value: value === null ? null : Buffer.from(value) });
      // Each table writes with its own producer. Kafka keeps the last batch of a producer even when compaction has
      // removed its records.
      for (let writer = 0; writer < 4; writer++) {
        const { table } = await open();
        for (let round = 0; round < 6; round++)
          await table.write([record('a', `${writer}.${round}`), record('b', '1'), record(`gone${writer}`, null)]);
        await table.close();
      }
      const connection = openConnection(kafka);
      const { table: last } = await open();
      const place = { topic, partition: 0 };
      const options = { doing: 'look', maxBytes: 1024 * 1024, waitMs: 0, deadlineMs: 10_000 };
      await vi.waitFor(
        async () => {
          // A segment is only compacted once another one was begun.
          await last.write([record('tick', String(performance.now()))]);
          const first = await fetchRecords(connection, place, 0, options);
          expect(first.records[0]?.offset ?? first.next).toBeGreaterThan(20);
        },
        { timeout: 45_000, interval: 500 },
      );
      await last.close();
      await connection.close();
      const { values, table } = await open();
      expect(values.get('a')).toBe('3.5');
      expect(values.get('b')).toBe('1');
      expect([...values].filter(([key, value]) => key.startsWith('gone') && value !== 'null')).toEqual([]);
      expect(await table.write([record('a', 'new')])).toBeGreaterThan(70);
      expect(values.get('a')).toBe('new');
      await table.close();
    });
  });
});
