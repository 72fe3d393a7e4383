import { sessionKey, type SessionAddress } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';

/** Lets appends of this process into sessions, except into those that are closed for a moment. */
export interface SessionGate {
  /** Runs an append. Errors: `unavailable` if the session is closed. */
  enter<T>(address: SessionAddress, run: () => Promise<T>): Promise<T>;
  /**
   * Closes sessions, waits for appends under way in them, and runs `work`. If it fails after `begin`, the sessions stay
   * closed until `isOver` returns true, because only then it is known what was done.
   */
  withoutAppends<T>(sessions: readonly SessionAddress[], work: (begin: (isOver: () => boolean) => void) => Promise<T>): Promise<T>;
}

export function createSessionGate(): SessionGate {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  /** Closed sessions, each with a function that tells whether it may be opened again. */
  const closed = new Map<string, () => boolean>();
  return {
    async enter(address, run) {
      const key = sessionKey(address);
      const isOver = closed.get(key);
      if (isOver && !isOver()) throw sessionClosed();
      closed.delete(key);
      const own = underWay.get(key) ?? new Set();
      underWay.set(key, own);
      const act = run();
      own.add(act);
      try {
        return await act;
      } finally {
        own.delete(act);
        if (own.size === 0 && underWay.get(key) === own) underWay.delete(key);
      }
    },
    async withoutAppends(sessions, work) {
      const keys = sessions.map(sessionKey);
      const before = new Map(keys.map((key) => [key, closed.get(key)]));
      for (const key of keys) closed.set(key, () => false);
      await Promise.allSettled(keys.flatMap((key) => [...(underWay.get(key) ?? [])]));
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

/** The refusal of an append into a session that is closed. */
export function sessionClosed(): TotalRecallError {
  return new TotalRecallError('unavailable', 'The session is past its retention and is just being taken out. Try again.', {
    retryAfterMs: 1_000,
  });
}
