import { createMemoryEventLog } from '@total-recall/adapter-memory';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createSystemClock } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { fillBesideFormer } from './fill-beside-former.ts';

it('serves on where the former read model cannot be removed, and says so', async () => {
  const done: string[] = [];
  const log = createMemoryEventLog({ partitions: 1 });
  const component = fillBesideFormer({
    log,
    beside: {
      generation: 'v8',
      former: 'v7',
      takeOver: () => void done.push('took over'),
      removeFormer: async () => {
        throw new Error('The disk is read-only.');
      },
      isFormerThere: () => true,
    },
    serving: { take: async () => undefined, release: async () => undefined },
    startFiller: async () => ({
      log,
      hasVectors: false,
      marks: async () => ({ folded: -1, searchable: -1 }),
      health: () => ({ ready: true }),
      stop: async () => undefined,
    }),
    forget: () => undefined,
    clock: createSystemClock(),
    scheduler: { delay: async () => undefined, every: () => ({ cancel: () => undefined }) },
    logger: { ...SILENT_LOGGER, error: (fields, message) => done.push(`${String((fields as { err: Error }).err.message)} ${message}`) },
  });
  await component.start!();
  await expect
    .poll(() => done)
    .toEqual([
      'took over',
      'The disk is read-only. the read model of an earlier version could not be removed; a stop or the next start does it',
    ]);
  expect(await component.health!()).toEqual({ ready: true });
});
