import { sessionKey, type SessionAddress } from '@total-recall/domain';
import { SESSION_CLOSING, type Clock, type KeyStore, type LedgerFeed, type Scheduler } from '@total-recall/ports';
import { TotalRecallError, type Component } from '@total-recall/runtime';
import { createClosings } from './closings.ts';
import { createAppendsUnderWay } from './appends-under-way.ts';
import { isKeyDestroyed } from './is-key-destroyed.ts';
import { sessionClosed, type SessionGate } from './session-gate.ts';

/** Attempts to read the ledger in time. A read that takes longer than `freshMs` is outdated when it ends. */
const READS = 3;

/** Keeps appends out of sessions that the ledger declares closed. Used when several processes append. */
export interface ClosedSessions extends SessionGate, Required<Pick<Component, 'name' | 'start' | 'stop'>> {
  /**
   * Runs an append, and resolves only if a recent read of the ledger shows the session open and not erased meanwhile:
   * retention may have read the log before the append was written. Errors: `unavailable` if the session is closed, or
   * the ledger cannot be read, or no more of what it says of the tenant.
   */
  enter<T>(address: SessionAddress, run: () => Promise<T>): Promise<T>;
}

export interface ClosedSessionsDeps {
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'every'>;
  readonly feed: LedgerFeed;
  readonly keys: Pick<KeyStore, 'sessionKey'>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Follows the ledger for closed sessions. An erased session stays closed until the keys in this process show it as
 * erased too, so that nothing is sealed with a destroyed key.
 */
export function createClosedSessions({ feed, keys, clock, scheduler, onFailure }: ClosedSessionsDeps): ClosedSessions {
  const closings = createClosings();
  const underWay = createAppendsUnderWay();
  let seen = { at: -Infinity, wallAt: -Infinity };
  let reading: Promise<void> | undefined;
  let timer: { cancel(): void } | undefined;

  const openErased = async (): Promise<void> => {
    for (const { id, sessions } of closings.done()) {
      let isLeft = false;
      for (const address of sessions) isLeft ||= !(await isKeyDestroyed(keys, address));
      if (!isLeft) closings.open(id);
    }
  };
  const readLedger = (): Promise<void> =>
    (reading ??= (async () => {
      const asked = { at: clock.monotonicMs(), wallAt: clock.now() };
      for (const entry of await feed.read())
        for (const erased of closings.apply(entry)) for (const append of underWay.of(sessionKey(erased))) append.isErased = true;
      seen = asked;
      await openErased();
    })().finally(() => (reading = undefined)));
  // Uses the larger of two clocks: the monotonic one may stop while the machine sleeps, and the
  // wall clock may be set back.
  const isRecent = (): boolean => Math.max(clock.monotonicMs() - seen.at, clock.now() - seen.wallAt) <= SESSION_CLOSING.freshMs;
  const refuseClosed = async ({ tenant }: SessionAddress, key: string): Promise<void> => {
    for (let left = READS; !isRecent(); left -= 1) {
      if (left === 0) throw new TotalRecallError('unavailable', 'The ledger cannot be read in time. Try again.', { retryAfterMs: 1_000 });
      await readLedger();
    }
    const lost = feed.refusal?.(tenant);
    if (lost) throw lost;
    if (closings.isClosed(key)) throw sessionClosed();
  };
  return {
    name: 'closed-sessions',
    async enter(address, run) {
      const key = sessionKey(address);
      await refuseClosed(address, key);
      return underWay.run(key, async (append) => {
        const done = await run();
        await refuseClosed(address, key);
        if (append.isErased) throw sessionClosed();
        return done;
      });
    },
    async start() {
      await readLedger();
      timer = scheduler.every(SESSION_CLOSING.lookMs, () => readLedger().catch(onFailure));
    },
    async stop() {
      timer?.cancel();
      await reading?.catch(() => undefined);
    },
  };
}
