import type { ErasureTargets, LedgerAct } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { createFilledLedger } from '../../testing/filled-ledger.ts';
import { createErasureNews } from './erasure-news.ts';

/** Follows a ledger; `look` returns the sessions of which it was told since. */
function world() {
  const { deps, write, look, ...ledger } = createFilledLedger();
  const told: (string | undefined)[] = [];
  const news = createErasureNews(deps);
  news.onErased(({ session }) => told.push(session));
  return {
    ...ledger,
    news,
    write: (id: string, act: LedgerAct) => write(act, id),
    async look() {
      await look();
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
  write('e3', requested({ sessions: [{ space: 'main', session: 'a' }] }));
  const late = { events: [{ space: 'main', session: 'c', eventIds: ['2'] }], sessions: [], spaces: [], artifacts: [] };
  write('x3', { type: 'ErasureExtended', erasureId: 'e3', targets: late });
  expect(await look()).toEqual(['a', 'c']);
  write('c3', completed('e3'));
  expect(await look()).toEqual(['c', 'a']);
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
