import { createMemoryLedger, createMemoryUnitStore } from '@total-recall/adapter-memory';
import { expect, it } from 'vitest';
import type { ConsolidatorObserver as Observer } from '../consolidator-deps.ts';
import { createUnitStates } from './unit-states.ts';

const place = { tenant: 'acme', space: 'main' };

/** Folds an entry every half second for a minute over a store whose saves take so long, and returns when each save began. */
async function savesOf(saveMs: number): Promise<number[]> {
  let nowMs = 0;
  const saves: number[] = [];
  const store = createMemoryUnitStore();
  const units: typeof store = {
    ...store,
    save: async (...asked) => {
      saves.push(nowMs);
      nowMs += saveMs;
      return store.save(...asked);
    },
  };
  const clock = { now: () => nowMs, monotonicMs: () => nowMs };
  const observer = {
    failed: (_where: string, error: unknown) => expect.fail(String(error)),
    refolded: () => undefined,
  } as Partial<Observer> as Observer;
  const states = createUnitStates({ units, ledger: createMemoryLedger(), clock, observer }, 100);
  const { follow } = await states.follower(0);
  for (let at = 1; at <= 120; at += 1) {
    nowMs = Math.max(nowMs, at * 500);
    const act = { type: 'SweepCommitted', cursors: [{ session: 's', through: at }], reader: 1, events: 1 } as const;
    await follow([{ ...place, id: `e${at}`, sequence: at, epoch: 1, at: nowMs, actor: 'consolidator', act }]);
  }
  expect((await states.of(place)).cursors.get('s')).toBe(120);
  return saves;
}

it('saves states once a second while a sweep changes them, and less often where a save takes long', async () => {
  expect(await savesOf(1)).toHaveLength(60);
  const slow = await savesOf(200);
  expect(slow.length).toBeGreaterThan(10);
  expect(slow.every((at, place) => place === 0 || at - slow[place - 1]! >= 4_000)).toBe(true);
  const slowest = await savesOf(5_000);
  expect(slowest.every((at, place) => place === 0 || at - slowest[place - 1]! <= 31_000)).toBe(true);
  expect(slowest.length).toBeGreaterThan(1);
});
