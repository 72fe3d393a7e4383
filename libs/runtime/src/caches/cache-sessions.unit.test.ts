import { emptySession, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { SessionStore } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { cacheSessions } from './cache-sessions.ts';

const address = (session: string): SessionAddress => ({ tenant: 't', space: 's', session });
const at = (session: string, offset: number): SessionState => ({ ...emptySession(address(session)), offset });

/** A store that keeps the latest state, counts its reads, and answers them when the test says so. */
function slowStore() {
  const rows = new Map<string, SessionState>();
  const waiting: (() => void)[] = [];
  const store = {
    reads: 0,
    held: false,
    release: () => waiting.splice(0).forEach((go) => go()),
    async load(place: SessionAddress) {
      store.reads += 1;
      const row = rows.get(sessionKey(place));
      if (store.held) await new Promise<void>((go) => waiting.push(go));
      return row;
    },
    async save(states: readonly SessionState[]) {
      for (const state of states) if ((rows.get(sessionKey(state))?.offset ?? -1) <= state.offset) rows.set(sessionKey(state), state);
    },
    list: async () => ({ sessions: [] }),
    spaces: async () => ({ spaces: [] }),
    close: async () => undefined,
  } satisfies SessionStore & Record<string, unknown>;
  return store;
}

describe('cacheSessions', () => {
  it('reads a session once, and answers with what was saved since', async () => {
    const store = slowStore();
    const sessions = cacheSessions(store);
    await sessions.save([at('a', 1)]);
    expect((await sessions.load(address('a')))?.offset).toBe(1);
    await sessions.save([at('a', 2)]);
    await sessions.save([at('a', 1)]);
    expect((await sessions.load(address('a')))?.offset).toBe(2);
    expect(store.reads).toBe(1);
  });

  it('does not take an older state for the one that the store holds', async () => {
    const store = slowStore();
    await store.save([at('a', 7)]);
    const sessions = cacheSessions(store);
    await sessions.save([at('a', 3)]);
    expect((await sessions.load(address('a')))?.offset).toBe(7);
  });

  it('does not remember a read that a save overtook', async () => {
    const store = slowStore();
    await store.save([at('a', 1)]);
    const sessions = cacheSessions(store);
    store.held = true;
    const reading = sessions.load(address('a'));
    await sessions.save([at('a', 2)]);
    store.held = false;
    store.release();
    await reading;
    expect((await sessions.load(address('a')))?.offset).toBe(2);
  });

  it('lets go of the least recently used, and reads it again', async () => {
    const store = slowStore();
    await store.save([at('a', 1), at('b', 1), at('c', 1)]);
    const sessions = cacheSessions(store, 40);
    for (const session of ['a', 'b', 'a', 'c']) await sessions.load(address(session));
    expect(store.reads).toBe(3);
    await sessions.load(address('a'));
    expect(store.reads).toBe(3);
    await sessions.load(address('b'));
    expect(store.reads).toBe(4);
  });
});
