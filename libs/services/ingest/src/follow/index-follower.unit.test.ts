import { createSystemRandom, createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import type { IngestObserver } from '../ingest-deps.ts';
import { createIndexFollower } from './index-follower.ts';

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
