import { emptySession, FOLD_VERSION, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { SessionStore } from '@total-recall/ports';

/** The projector's session states: as they stand in this process, or as they were saved. Bounded, least recently used goes first. */
export interface SessionCache {
  get(address: SessionAddress): Promise<SessionState>;
  set(state: SessionState): void;
}

export function createSessionCache(store: SessionStore, capacity: number): SessionCache {
  const states = new Map<string, SessionState>();
  const set = (state: SessionState): void => {
    const key = sessionKey(state);
    states.delete(key);
    states.set(key, state);
    if (states.size > capacity) states.delete(states.keys().next().value!);
  };
  return {
    set,
    async get(address) {
      const known = states.get(sessionKey(address));
      if (known) {
        set(known);
        return known;
      }
      const saved = await store.load(address);
      return saved?.foldVersion === FOLD_VERSION ? saved : emptySession(address);
    },
  };
}
