import { createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import type { KnownErasure, KnownErasures } from './known-erasures.ts';
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
      reopenRead: async () => undefined,
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

it('reports what fails alike of several erasures once, then at a growing distance; what else fails at once', async () => {
  const reported: string[] = [];
  let round = 0;
  const open = ['a', 'b', 'c'].map((id) => ({ state: 'open', requested: { id } }) as unknown as KnownErasure);
  const known = { partition: 0, all: () => open } as unknown as KnownErasures;
  const ended = Promise.withResolvers<void>();
  const delay = async (): Promise<void> => void (round += 1);
  const shares = createShares(
    {
      scheduler: { delay, every: () => ({ cancel: () => undefined }) },
      random: createSystemRandom(),
      observer: { failed: (_where: string, error: Error) => void reported.push(`${round} ${error.message}`) } as never,
    },
    {
      own: async () => known,
      openAbandoned: async () => undefined,
      reopenRead: async () => undefined,
      finish: async (_, { requested: { id } }) => {
        if (round === 20) return ended.resolve();
        throw new Error(id === 'c' && round === 5 ? 'another' : 'ledger.db is damaged');
      },
    },
  );
  await shares.take(0);
  await ended.promise;
  expect(reported).toEqual([0, 1, 3, 5, 7, 15].map((at) => `${at} ${at === 5 ? 'another' : 'ledger.db is damaged'}`));
  shares.stop();
});

it('looks at what could not be read until that succeeds once, not in every round of a take', async () => {
  let [looks, rounds] = [0, 0];
  const known = { partition: 0, all: () => [{ state: 'open' }] } as unknown as KnownErasures;
  let ended = Promise.withResolvers<void>();
  const shares = createShares(
    {
      scheduler: { delay: async () => undefined, every: () => ({ cancel: () => undefined }) },
      random: createSystemRandom(),
      observer: { failed: () => undefined } as never,
    },
    {
      own: async () => known,
      openAbandoned: async () => undefined,
      reopenRead: async () => {
        looks += 1;
        if (looks === 1) throw new Error('The index is away.');
      },
      finish: async () => {
        rounds += 1;
        if (rounds % 5 !== 0) throw new Error('ledger.db is damaged');
        ended.resolve();
      },
    },
  );
  await shares.take(0);
  await ended.promise;
  expect([rounds, looks]).toEqual([5, 2]);
  await new Promise((resolve) => void setImmediate(resolve));
  ended = Promise.withResolvers();
  await shares.take(0);
  await ended.promise;
  expect([rounds, looks]).toEqual([10, 3]);
  shares.stop();
});
