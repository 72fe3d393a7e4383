import { sessionKey, type SessionAddress } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';

/** Lets appends into sessions, of this process, but into those that are closed for a moment. */
export interface SessionGate {
  /** Errors: `unavailable` where it is closed. */
  enter<T>(address: SessionAddress, run: () => Promise<T>): Promise<T>;
  /**
   * Runs once nothing is under way in these sessions, and nothing comes in meanwhile. They stay closed where it fails after `begin`, until `isOver` says yes:
   * what is done is not known before.
   */
  withoutAppends<T>(sessions: readonly SessionAddress[], work: (begin: (isOver: () => boolean) => void) => Promise<T>): Promise<T>;
}

export function createSessionGate(): SessionGate {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  /** Each with what says that it may be opened again. */
  const closed = new Map<string, () => boolean>();
  return {
    async enter(address, run) {
      const key = sessionKey(address);
      const isOver = closed.get(key);
      if (isOver && !isOver())
        throw new TotalRecallError('unavailable', 'The session is past its retention and is just being taken out. Try again.', {
          retryAfterMs: 1_000,
        });
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
        // What failed earlier and is not over yet keeps it closed.
        if (!isBegun)
          for (const [key, isOver] of before)
            if (isOver) closed.set(key, isOver);
            else closed.delete(key);
      }
    },
  };
}
