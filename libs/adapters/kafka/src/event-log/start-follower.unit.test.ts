import type { LogRecord } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { startPartitionTail, type ReadRun } from '../wire/partition-tail.ts';
import { readRecords } from './read-log.ts';
import { createRecordCache } from './record-cache.ts';
import { startFollower } from './start-follower.ts';

const record = (offset: number): LogRecord => ({
  ...sampleRecord('acme/demo/alpha', `e${offset}`),
  position: { generation: 'g', partition: 0, offset },
});

/** Follows a partition of which a broker shows all to the tail, and to a read only what is before `shown.end`. */
function follow(log: readonly (LogRecord | undefined)[], shown: { end: number }) {
  const runTo = (end: number, from: number): ReadRun<LogRecord> => ({
    records: log.slice(from, end).filter((found) => found !== undefined),
    next: Math.max(from, Math.min(end, log.length)),
  });
  const came: string[] = [];
  let failures = 0;
  const tail = startPartitionTail<LogRecord>({
    start: async () => log.length,
    fetch: async (from, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { records: [], next: from };
    },
    onRecords: () => follower.wake(),
    onFailure: () => undefined,
  });
  const follower = startFollower(
    {
      tail,
      read: (from, limit) =>
        readRecords({ cache: createRecordCache(1), fetch: async (at) => runTo(shown.end, at), known: () => -1 }, from, limit),
      onFailure: () => void failures++,
      onPassed: async (offset) => void came.push(`to ${offset}`),
    },
    0,
    100,
    async (records) => void came.push(...records.map(({ envelope }) => envelope.id)),
  );
  const stop = () => Promise.all([follower.stop(), tail.stop()]);
  return { came, failures: () => failures, stop };
}

it('what a broker does not show yet is not taken for records of another program, and comes without further news', async () => {
  const shown = { end: 0 };
  const { came, failures, stop } = follow([undefined, record(1), record(2)], shown);
  await expect.poll(failures).toBeGreaterThan(0);
  shown.end = 1;
  const before = failures();
  await expect.poll(failures).toBeGreaterThan(before);
  expect(came).toEqual([]);
  shown.end = 3;
  await expect.poll(() => came).toEqual(['e1', 'e2']);
  await stop();
});

it('what was read to the end and holds no record of ours is passed', async () => {
  const { came, failures, stop } = follow([record(0), undefined, undefined], { end: 3 });
  await expect.poll(() => came).toEqual(['e0', 'to 2']);
  expect(failures()).toBe(0);
  await stop();
});
