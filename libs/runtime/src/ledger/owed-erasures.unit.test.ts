import type { LedgerAct } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createFilledLedger } from '../../testing/filled-ledger.ts';
import { createOwedErasures } from './owed-erasures.ts';

/** Follows a ledger that begins with these acts. */
function world(first: readonly LedgerAct[]) {
  const { deps, ...ledger } = createFilledLedger();
  for (const act of first) ledger.write(act);
  return { ...ledger, owed: createOwedErasures(deps) };
}

const reopened = (erasureId: string): LedgerAct => ({ type: 'ErasureReopened', erasureId });
const completed = (erasureId: string): LedgerAct => ({ type: 'ErasureCompleted', erasureId });

describe('erasures that a restore opened again', () => {
  it('are owed until each is done once more, whatever was done before', async () => {
    const { owed, write, isWatching, look } = world([completed('a'), completed('b'), reopened('a'), reopened('b')]);
    expect(owed.owes()).toBe(true);
    await owed.start();
    write(completed('b'));
    await look();
    expect(owed.health()).toMatchObject({ ready: false, detail: expect.stringContaining('1 erasures') });
    write(completed('a'));
    await look();
    expect([owed.owes(), owed.health(), isWatching()]).toEqual([false, { ready: true }, false]);
  });

  it('are none where nothing was restored, and nothing is watched then', async () => {
    const { owed, isWatching } = world([completed('a')]);
    await owed.start();
    expect([owed.owes(), isWatching()]).toEqual([false, false]);
  });

  it('are owed for as long as nobody can say that they are done', async () => {
    const { owed, write, failures, look, setAway } = world([reopened('a')]);
    await owed.start();
    write(completed('a'));
    setAway(true);
    await look();
    expect([owed.owes(), failures.length]).toEqual([true, 1]);
    setAway(false);
    await look();
    expect(owed.owes()).toBe(false);
  });

  it('are owed where a partition lost its end before all were read, and the health says why', async () => {
    const isLost = { ready: false, detail: 'The partition has lost its end.' };
    const early = world([]);
    early.loseEnd();
    await expect(early.owed.start()).rejects.toThrow('has lost its end');
    expect([early.owed.owes(), early.owed.health()]).toEqual([true, isLost]);

    const { owed, failures, look, loseEnd } = world([reopened('a')]);
    await owed.start();
    loseEnd();
    await look();
    expect([owed.owes(), owed.health(), failures.length]).toEqual([true, isLost, 1]);
  });
});
