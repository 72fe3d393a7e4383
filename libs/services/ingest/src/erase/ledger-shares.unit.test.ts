import { createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import type { KnownErasures } from './known-erasures.ts';
import { createShares } from './ledger-shares.ts';

it('a share that is taken again, as another part of the work in it failed, follows the ledger once; behind a release anew', async () => {
  let followed = 0;
  const shares = createShares(
    { scheduler: createSystemScheduler(), random: createSystemRandom(), observer: { failed: () => undefined } as never },
    {
      own: async (partition) => {
        followed += 1;
        return { partition, all: () => [] } as unknown as KnownErasures;
      },
      openAbandoned: async () => undefined,
      finish: async () => undefined,
    },
  );
  const first = await shares.take(0);
  expect(await shares.take(0)).toBe(first);
  expect(followed).toBe(1);
  await shares.release(0);
  expect(await shares.take(0)).not.toBe(first);
  expect(followed).toBe(2);
  shares.stop();
});
