import { createMemoryEventLog } from '@total-recall/adapter-memory';
import { sampleRecord } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { clockBehindLog, describeClock } from './clock-behind.ts';

const DAY = 24 * 3_600_000;

it('a clock that was set back is told by the newest records, in any order, and a right one is not', async () => {
  const log = createMemoryEventLog({ partitions: 2 });
  expect(await clockBehindLog(log, { now: () => 0 })).toBeUndefined();
  const at = (id: string, recordedAt: number) => {
    const record = sampleRecord('t/s/x', id);
    return { ...record, envelope: { ...record.envelope, recordedAt } };
  };
  await log.append([at('1', 30 * DAY), at('2', 30 * DAY - 5)]);
  const behind = (now: number) => clockBehindLog(log, { now: () => now });
  expect(await behind(31 * DAY)).toBeUndefined();
  expect(await behind(30 * DAY - 60_000)).toBeUndefined();
  expect(await behind(20 * DAY)).toEqual({ newest: 30 * DAY, behindMs: 10 * DAY });
});

it.each([
  [10 * 60_000, '10 minutes'],
  [3 * 3_600_000, '3 hours'],
  [365 * DAY, '365 days'],
])('%i ms are told as %s', (behindMs, told) => {
  expect(describeClock({ newest: 0, behindMs })).toBe(
    `the clock of this machine is ${told} behind the newest record of the log (1970-01-01T00:00:00.000Z), or was ahead when that was written`,
  );
});
