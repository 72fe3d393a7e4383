import { sessionKey, type SessionState } from '@total-recall/domain';
import type { SessionStore } from '@total-recall/ports';

export interface RememberedSessions extends SessionStore {
  /** Clears the cache, because another store stands behind this one from now on. */
  forget(): void;
  /** Entries of the states in the cache. */
  readonly heldEntries: number;
}

/** Entries over all cached states. One takes some 300 bytes, and the projector holds most of them anyway. */
const ENTRIES = 100_000;
/** Size of a state beside its entries. */
const OWN = 16;

/**
 * Wraps a session store with a cache of saved states, so that an append or a window of a long session need not read and
 * parse its state each time. Only for the process that is the sole writer of sessions. Callers must not change the
 * states. Limited by entries; the least recently used go first.
 */
export function cacheSessions(store: SessionStore, capacity: number = ENTRIES): RememberedSessions {
  const states = new Map<string, SessionState>();
  let held = 0;
  // Rises whenever a saved state is not cached or is evicted. A read that began before then may return an older state,
  // so its result is not cached.
  let generation = 0;
  const drop = (key: string): void => {
    const known = states.get(key);
    if (!known) return;
    states.delete(key);
    held -= entriesOf(known);
  };
  const put = (key: string, state: SessionState): void => {
    drop(key);
    states.set(key, state);
    held += entriesOf(state);
    for (const oldest of states.keys()) {
      if (held <= capacity || oldest === key) break;
      drop(oldest);
      generation += 1;
    }
  };
  const forget = (): void => {
    states.clear();
    held = 0;
    generation += 1;
  };
  return {
    get heldEntries() {
      return held;
    },
    ...store,
    async load(address) {
      const key = sessionKey(address);
      const known = states.get(key);
      if (known) {
        states.delete(key);
        states.set(key, known);
        return known;
      }
      const asked = generation;
      const saved = await store.load(address);
      const meanwhile = states.get(key);
      if (meanwhile && (!saved || meanwhile.offset >= saved.offset)) return meanwhile;
      if (saved && asked === generation) put(key, saved);
      return saved;
    },
    async save(saving, upTo) {
      await store.save(saving, upTo);
      for (const state of saving) {
        const key = sessionKey(state);
        const known = states.get(key);
        // The store may hold a later state of a session that is not cached; the next load finds out.
        if (!known) generation += 1;
        else if (known.offset <= state.offset) put(key, state);
      }
    },
    ...(store.replace && {
      replace: async (...replacing: Parameters<NonNullable<SessionStore['replace']>>) => {
        await store.replace!(...replacing);
        forget();
      },
    }),
    forget,
    async close() {
      forget();
      await store.close();
    },
  };
}

/** Counts the parts of a session's state that grow with the session. */
export function entriesOf(state: SessionState): number {
  return OWN + state.entries.length + state.idempotencyKeys.length + state.lateCalls.length + state.markers.length;
}
