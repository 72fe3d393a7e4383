import { createMemoryIndex } from '@total-recall/adapter-memory';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import type { IngestObserver } from '../ingest-observers.ts';
import { createIndexPoller } from './index-poller.ts';

it('says how far the index is, looks less often while it is away, and complains once each time it goes', async () => {
  const memory = createMemoryIndex();
  let isAway = false;
  const said: number[] = [];
  const failures: unknown[] = [];
  const waits: number[] = [];
  const turns: (() => void)[] = [];
  const poller = createIndexPoller(
    {
      index: {
        ...memory,
        marks: async (partition) => {
          if (isAway) throw new TotalRecallError('unavailable', 'Away.');
          return memory.marks(partition);
        },
      },
      scheduler: {
        delay: (ms) => {
          waits.push(ms);
          return new Promise((resolve) => turns.push(resolve));
        },
        every: () => ({ cancel: () => undefined }),
      },
      random: { bytes: (length) => new Uint8Array(length).fill(255) },
      observer: { failed: (_where: string, error: unknown) => failures.push(error) } as unknown as IngestObserver,
    },
    3,
    { searchable: (offset) => said.push(offset), pollMs: 50 },
  );
  void poller.start();
  const turn = async (): Promise<void> => {
    await expect.poll(() => turns.length).toBe(1);
    turns.pop()!();
    await expect.poll(() => turns.length).toBe(1);
  };
  await memory.advanceMarks(3, { folded: 7, searchable: 7 });
  await turn();
  isAway = true;
  for (let look = 0; look < 7; look++) await turn();
  isAway = false;
  await turn();
  isAway = true;
  await turn();
  expect(said).toEqual([-1, 7, 7]);
  expect(failures).toHaveLength(2);
  expect(waits).toEqual([50, 50, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 50, 200]);
  await poller.stop();
  turns.pop()!();
});
