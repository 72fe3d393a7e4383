import { sessionKey, type SessionAddress } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import { createAppendsUnderWay } from './appends-under-way.ts';

/**
 * Lets appends into sessions, except into those that are closed for a moment. Where all appends go through one process,
 * `createSessionGate` closes sessions at once and waits for who is inside; where several append, `createClosedSessions`
 * follows the ledger, which closes them to all.
 */
export interface SessionGate {
  /** Runs an append. Errors: `unavailable` if the session is closed. */
  enter<T>(address: SessionAddress, run: () => Promise<T>): Promise<T>;
}

/** The gate of the only process that appends. */
export interface ProcessGate extends SessionGate {
  /**
   * Closes sessions, waits for appends under way in them, and runs `work`. If it fails after `begin`, the sessions stay
   * closed until `isOver` returns true, because only then it is known what was done.
   */
  withoutAppends<T>(sessions: readonly SessionAddress[], work: (begin: (isOver: () => boolean) => void) => Promise<T>): Promise<T>;
}

export function createSessionGate(): ProcessGate {
  const underWay = createAppendsUnderWay();
  /** Closed sessions, each with a function that tells whether it may be opened again. */
  const closed = new Map<string, () => boolean>();
  return {
    async enter(address, run) {
      const key = sessionKey(address);
      const isOver = closed.get(key);
      if (isOver && !isOver()) throw sessionClosed();
      closed.delete(key);
      return underWay.run(key, run);
    },
    async withoutAppends(sessions, work) {
      const keys = sessions.map(sessionKey);
      const before = new Map(keys.map((key) => [key, closed.get(key)]));
      for (const key of keys) closed.set(key, () => false);
      await Promise.all(keys.flatMap((key) => underWay.of(key).map(({ ended }) => ended)));
      let isBegun = false;
      try {
        const done = await work((isOver) => {
          isBegun = true;
          for (const key of keys) closed.set(key, isOver);
        });
        isBegun = false;
        return done;
      } finally {
        // An earlier failure that is not over yet keeps its session closed.
        if (!isBegun)
          for (const [key, isOver] of before)
            if (isOver) closed.set(key, isOver);
            else closed.delete(key);
      }
    },
  };
}

/** Returns the refusal of an append into a session that is closed. */
export function sessionClosed(): TotalRecallError {
  return new TotalRecallError('unavailable', 'The session is past its retention and is just being taken out. Try again.', {
    retryAfterMs: 1_000,
  });
}
