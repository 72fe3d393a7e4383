import { createMemoryEventLog } from '@total-recall/adapter-memory';
import type { EventLog } from '@total-recall/ports';
import { codeOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { readUpTo } from './read-up-to.ts';

it('a log that shows less than it is known to have is no empty stretch', async () => {
  const log = createMemoryEventLog();
  expect(await codeOf(readUpTo(log, 0, 0, 3))).toBe('unavailable');
  expect(await readUpTo(log, 0, 4, 3)).toEqual([]);
});

it('what is there once its end is asked for is read', async () => {
  let isShown = false;
  const record = { position: { generation: 'g', partition: 0, offset: 3 } };
  const log = {
    read: async () => (isShown ? [record] : []),
    end: async () => {
      isShown = true;
      return 3;
    },
  } as unknown as EventLog;
  expect(await readUpTo(log, 0, 0, 3)).toEqual([record]);
});
