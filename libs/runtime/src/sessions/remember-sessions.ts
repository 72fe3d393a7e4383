import { sessionKey, type SessionState } from '@total-recall/domain';
import type { SessionStore } from '@total-recall/ports';

export interface RememberedSessions extends SessionStore {
  /** Forgets all states, because another store stands behind this one from now on. */
  forget(): void;
}

/** Entries over all remembered states; one takes some 300 bytes, and the projector holds most of them anyway. */
const ENTRIES = 100_000;
/** What a state counts beside its entries. */
const OWN = 16;

/**
 * A session store that answers with the very states that were saved, so that an append or a window of a long session need not read and parse
 * it each time. Only in the process that writes the sessions: there is one writer, and what it saved is what stands. States are never changed
 * by those who get them. Bounded by entries, the least recently used go first.
 */
export function rememberSessions(store: SessionStore, capacity: number = ENTRIES): RememberedSessions {
  const states = new Map<string, SessionState>();
  let held = 0;
  // Rises whenever something is saved or let go without being remembered: what a read that began before brings may be older than that.
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
        // Of a session that is not remembered the store may hold a later state; it says so at the next load.
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

/** How much of a session's state grows with the session. */
export function entriesOf(state: SessionState): number {
  return OWN + state.entries.length + state.idempotencyKeys.length + state.lateCalls.length + state.markers.length;
}
