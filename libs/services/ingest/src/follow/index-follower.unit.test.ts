import { createSystemRandom, createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import type { IngestObserver } from '../ingest-observers.ts';
import { createIndexFollower } from './index-follower.ts';

it('a follower lets records gather behind a step that left nothing, and goes on at once behind one that did', async () => {
  const steps: string[] = [];
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const delay = (ms: number): Promise<void> => new Promise((resolve) => pauses.push({ ms, end: resolve }));
  const observer = { failed: () => undefined } as unknown as IngestObserver;
  const follower = createIndexFollower(
    { scheduler: { ...createSystemScheduler(), delay }, random: createSystemRandom(), observer },
    {
      name: 'demand',
      pauseMs: 700,
      resume: async () => -1,
      async step(reached, upTo) {
        const to = Math.min(reached + 3, upTo);
        steps.push(`${reached} to ${to}`);
        return to;
      },
    },
  );
  follower.searchable(4);
  follower.start();
  await expect.poll(() => pauses.length).toBe(1);
  for (const offset of [5, 6, 7]) follower.searchable(offset);
  expect(steps).toEqual(['-1 to 2', '2 to 4']);
  pauses[0]!.end();
  await expect.poll(() => pauses.length).toBe(2);
  expect(steps).toEqual(['-1 to 2', '2 to 4', '4 to 7']);
  expect(pauses.map(({ ms }) => ms)).toEqual([700, 700]);
  pauses[1]!.end();
  await follower.stop();
});

it('a follower whose step fails says so, lets go of what it held, and takes the step again', async () => {
  const calls: string[] = [];
  const observer = { failed: (where: string) => calls.push(`told of ${where}`) } as unknown as IngestObserver;
  const scheduler = { ...createSystemScheduler(), delay: async () => undefined };
  let left = 1;
  const follower = createIndexFollower(
    { scheduler, random: createSystemRandom(), observer },
    {
      name: 'demand',
      resume: async () => -1,
      async step(reached, upTo) {
        calls.push(`step ${reached} to ${upTo}`);
        if (left-- > 0) throw new TotalRecallError('unavailable', 'Away.');
        return upTo;
      },
      failed: () => calls.push('let go'),
    },
  );
  follower.start();
  follower.searchable(4);
  await expect.poll(() => calls.length).toBe(4);
  await follower.stop();
  expect(calls).toEqual(['step -1 to 4', 'let go', 'told of demand', 'step -1 to 4']);
});
