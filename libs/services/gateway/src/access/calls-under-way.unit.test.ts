import { expect, it } from 'vitest';
import { createCallsUnderWay } from './calls-under-way.ts';

/** Pauses that end when they are broken off, or all at once. */
function world() {
  const pauses = new Set<() => void>();
  const calls = createCallsUnderWay({
    scheduler: {
      delay: (_ms, signal) =>
        new Promise((resolve, reject) => {
          pauses.add(resolve);
          signal?.addEventListener('abort', () => {
            pauses.delete(resolve);
            reject(new Error('broken off'));
          });
        }),
    },
  });
  const begin = (tenant: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    return { done: calls.run(tenant, () => promise), end: resolve, fail: () => reject(new Error('failed')) };
  };
  const wait = (tenant: string) => {
    const state = { isOver: false, over: calls.untilNone(tenant, 9).then(() => void (state.isOver = true)) };
    return state;
  };
  return { begin, wait, pauses };
}

it('the last call of a tenant ends all waits for it, whether it succeeds or fails, and no other ends one', async () => {
  const { begin, wait, pauses } = world();
  const [one, two, other] = [begin('acme'), begin('acme'), begin('rival')];
  const [first, second] = [wait('acme'), wait('acme')];
  other.end();
  one.end();
  await Promise.all([other.done, one.done]);
  expect([first.isOver, second.isOver, pauses.size]).toEqual([false, false, 2]);
  two.fail();
  await expect(two.done).rejects.toThrow('failed');
  await Promise.all([first.over, second.over]);
  expect(pauses.size).toBe(0);
  await wait('acme').over;
});

it('a wait ends with its time, and calls that go on are counted on', async () => {
  const { begin, wait, pauses } = world();
  const call = begin('acme');
  const late = wait('acme');
  for (const end of pauses) end();
  await late.over;
  pauses.clear();
  const again = wait('acme');
  expect(pauses.size).toBe(1);
  call.end();
  await again.over;
});
