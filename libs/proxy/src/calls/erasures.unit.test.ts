import { expect, it } from 'vitest';
import { PROXY_LIMITS } from '../limits.ts';
import { createErasures } from './erasures.ts';

it('reach the session that they were in, its forks, and all where none is named', () => {
  const erasures = createErasures();
  erasures.add('a');
  const since = erasures.count();
  expect(erasures.haveReached('a', since)).toBe(false);
  erasures.add('b');
  expect(['a', 'b', 'b.fork'].map((session) => erasures.haveReached(session, since))).toEqual([false, true, true]);
  erasures.add(undefined);
  expect(erasures.haveReached('a', since)).toBe(true);
  expect(erasures.haveReached('a', erasures.count())).toBe(false);
});

it('reach every call that began before those that are remembered', () => {
  const erasures = createErasures();
  for (let at = 0; at <= PROXY_LIMITS.erasures; at++) erasures.add('b');
  expect([0, 1].map((since) => erasures.haveReached('a', since))).toEqual([true, false]);
});
