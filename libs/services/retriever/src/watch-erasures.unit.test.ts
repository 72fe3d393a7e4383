import type { DestroyedPlace } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { QUOTING_MS, watchErasures, type MetErasure } from './watch-erasures.ts';

const HOME = { tenant: 'acme', space: 'main', session: 's1' };
const SPACE = { tenant: 'acme', space: 'main' };

function watch() {
  const state = { nowMs: 0 };
  const listeners: ((place: DestroyedPlace) => void)[] = [];
  const erasures = watchErasures((run) => void listeners.push(run), { monotonicMs: () => state.nowMs });
  return { state, erasures, erase: (place: DestroyedPlace) => listeners.forEach((run) => run(place)) };
}

it('work that is under way hears of an erasure of its session or its space, and of no other', async () => {
  const { erasures, erase } = watch();
  for (const [place, isOwn] of [
    [HOME, true],
    [SPACE, true],
    [{ ...HOME, session: 's2' }, false],
    [{ ...HOME, space: 'other' }, false],
    [{ ...HOME, tenant: 'other' }, false],
  ] as const) {
    const met = await erasures.during(HOME, async (seen) => {
      expect(seen().whileUnderWay).toBe(false);
      erase(place);
      return seen();
    });
    expect(met.whileUnderWay).toBe(isOwn);
  }
});

it('work of a whole space is not met by the erasure of one session', async () => {
  const { erasures, erase } = watch();
  const met = await erasures.during(SPACE, async (seen) => {
    erase(HOME);
    return seen();
  });
  expect(met.whileUnderWay).toBe(false);
});

it('work that begins within a minute of an erasure knows of it, by session or space', async () => {
  const { state, erasures, erase } = watch();
  const begun = (of: DestroyedPlace): Promise<MetErasure> => erasures.during(of, async (met) => met());
  erase(HOME);
  state.nowMs = QUOTING_MS - 1;
  expect(await begun(HOME)).toEqual({ whileUnderWay: false, shortlyBefore: true });
  expect((await begun({ ...HOME, session: 's2' })).shortlyBefore).toBe(false);
  erase(SPACE);
  expect((await begun({ ...HOME, session: 's2' })).shortlyBefore).toBe(true);
  state.nowMs += QUOTING_MS;
  expect((await begun(HOME)).shortlyBefore).toBe(false);
});
