import type { LedgerAct, LedgerEntry } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createOwedErasures } from './owed-erasures.ts';

/** A ledger that the test fills, and a clock that it moves. */
function world(first: readonly LedgerAct[]) {
  const unread: LedgerEntry[] = [];
  let sequence = 0;
  const write = (...acts: LedgerAct[]): void =>
    void unread.push(
      ...acts.map((act) => ({ id: `${(sequence += 1)}`, tenant: 'acme', at: 0, actor: 'restore', act, sequence, epoch: 1 })),
    );
  write(...first);
  let tick: (() => unknown) | undefined;
  const failures: unknown[] = [];
  let isAway = false;
  let lost: Error | undefined;
  const owed = createOwedErasures({
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
  return {
    owed,
    write,
    failures,
    isWatching: () => tick !== undefined,
    look: async () => tick?.(),
    setAway: (away: boolean) => (isAway = away),
    loseEnd: () => (lost = new Error('The partition has lost its end.')),
  };
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
