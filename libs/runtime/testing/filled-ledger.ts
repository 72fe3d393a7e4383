import type { LedgerAct, LedgerEntry } from '@total-recall/domain';
import type { OwedErasuresDeps } from '../src/ledger/owed-erasures.ts';

/** Creates a ledger that a test fills, and a clock that it moves: what those who follow a ledger are given. */
export function createFilledLedger() {
  const unread: LedgerEntry[] = [];
  const failures: unknown[] = [];
  let sequence = 0;
  let tick: (() => unknown) | undefined;
  let isAway = false;
  let lost: Error | undefined;
  const deps: OwedErasuresDeps = {
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
  };
  return {
    deps,
    failures,
    write(act: LedgerAct, id = `${sequence + 1}`): void {
      unread.push({ id, tenant: 'acme', at: 0, actor: 'ada', act, sequence: (sequence += 1), epoch: 1 });
    },
    setAway: (away: boolean) => (isAway = away),
    loseEnd: () => (lost = new Error('The partition has lost its end.')),
    isWatching: () => tick !== undefined,
    look: async (): Promise<unknown> => tick?.(),
  };
}
