import { codeOf, onRealServer } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics } from '../topics/topic-plan.ts';
import { fetchRecords } from './fetch-records.ts';
import { openConnection } from './kafka-connection.ts';

await onRealServer('kafka', (server) => {
  it('finds nothing behind the end of a topic, and refuses who waits there: it would be asked without a pause', async () => {
    const topics = topicsOfTheirOwn(server);
    const plan = planTopics(topics).log('events', 1);
    await ensureTopics(topics.kafka, [plan], 1);
    const connection = openConnection(topics.kafka);
    try {
      const fetch = (from: number, waitMs: number) =>
        fetchRecords(connection, { topic: plan.topic, partition: 0 }, from, { doing: 'read', maxBytes: 1_000, waitMs, deadlineMs: 10_000 });
      expect(await fetch(0, 100)).toEqual({ records: [], next: 0, end: 0 });
      expect(await fetch(7, 0)).toMatchObject({ records: [], next: 7 });
      expect(await codeOf(fetch(7, 100))).toBe('unavailable');
    } finally {
      await connection.close();
    }
  });
});
