import type { ErasureTargets, LedgerAct, LedgerEntry } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { createErasureNews } from './erasure-news.ts';

/** A ledger that the test fills, and a clock that it moves. */
function world() {
  const unread: LedgerEntry[] = [];
  let sequence = 0;
  let tick: (() => unknown) | undefined;
  let isAway = false;
  let lost: Error | undefined;
  const failures: unknown[] = [];
  const told: (string | undefined)[] = [];
  const news = createErasureNews({
    feed: {
      read: async () => {
        if (isAway) throw new Error('the brokers are away');
        return unread.splice(0);
      },
      refusal: () => lost,
      close: async () => undefined,
    },
    scheduler: {
      every: (_ms, run) => {
        tick = run;
        return { cancel: () => void (tick = undefined) };
      },
    },
    onFailure: (error) => failures.push(error),
  });
  news.onErased(({ session }) => told.push(session));
  return {
    news,
    failures,
    write(id: string, act: LedgerAct) {
      unread.push({ id, tenant: 'acme', at: 0, actor: 'ada', act, sequence: (sequence += 1), epoch: 1 });
    },
    setAway: (away: boolean) => (isAway = away),
    loseEnd: () => (lost = new Error('The partition has lost its end.')),
    isWatching: () => tick !== undefined,
    async look() {
      await tick?.();
      return told.splice(0);
    },
  };
}

const requested = (targets: Partial<ErasureTargets>): LedgerAct => ({
  type: 'ErasureRequested',
  scope: { kind: 'tenant' },
  targets: { events: [], sessions: [], spaces: [], artifacts: [], ...targets },
  counts: { events: 1, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 },
});
const completed = (erasureId: string): LedgerAct => ({ type: 'ErasureCompleted', erasureId });

it('tells of an erasure when it is requested and when it is done, by the sessions that lose something', async () => {
  const { news, write, look, isWatching } = world();
  await news.start();
  expect(await look()).toEqual([]);
  write('e1', requested({ events: [{ space: 'main', session: 'a', eventIds: ['1'] }], sessions: [{ space: 'main', session: 'b' }] }));
  expect(await look()).toEqual(['a', 'b']);
  expect(await look()).toEqual([]);
  write('c1', completed('e1'));
  expect(await look()).toEqual(['a', 'b']);
  write('c2', completed('e1'));
  expect(await look()).toEqual([]);
  write('e2', requested({ spaces: ['main'] }));
  expect(await look()).toEqual([undefined]);
  await news.stop();
  expect(isWatching()).toBe(false);
});

it('tells later of what it could not read, and each time where a part is read no more', async () => {
  const { news, write, look, setAway, failures, loseEnd } = world();
  await news.start();
  write('e1', requested({ sessions: [{ space: 'main', session: 'a' }] }));
  setAway(true);
  expect([await look(), failures.length]).toEqual([[], 1]);
  setAway(false);
  expect(await look()).toEqual(['a']);
  loseEnd();
  expect([await look(), await look()]).toEqual([[undefined], [undefined]]);
});
