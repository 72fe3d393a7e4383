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

  it('answers with what came into the cache during a read where that is no older, else with what was read', async () => {
    const store = slowStore();
    const sessions = cacheSessions(store);
    /** Begins a read that finds what the store holds now, and ends with the next release. */
    const readingNow = () => {
      store.held = true;
      const reading = sessions.load(address('a'));
      store.held = false;
      return reading;
    };
    const none = readingNow();
    await store.save([at('a', 1)]);
    const first = readingNow();
    await store.save([at('a', 2)]);
    expect((await sessions.load(address('a')))?.offset).toBe(2);
    await sessions.save([at('a', 3)]);
    store.release();
    expect([(await none)?.offset, (await first)?.offset, (await sessions.load(address('a')))?.offset]).toEqual([3, 3, 3]);

    const other = cacheSessions(store);
    store.held = true;
    const [earlier, later] = [other.load(address('a')), store.save([at('a', 4)]).then(() => other.load(address('a')))];
    await Promise.resolve();
    await new Promise((go) => setImmediate(go));
    store.held = false;
    store.release();
    expect([(await earlier)?.offset, (await later)?.offset, (await other.load(address('a')))?.offset]).toEqual([3, 4, 4]);
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
