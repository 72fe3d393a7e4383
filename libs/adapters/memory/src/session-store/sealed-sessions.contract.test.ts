import type { SessionState } from '@total-recall/domain';
import { sampleSession, sessionStoreContract } from '@total-recall/ports/testing';
import { sealSessionStates } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createMemoryKeyStore } from '../key-store/memory-key-store.ts';
import { createMemorySessionStore } from './memory-session-store.ts';

sessionStoreContract(
  'memory, sealed',
  () => ({ open: async () => sealSessionStates(createMemorySessionStore(), createMemoryKeyStore()), dispose: async () => undefined }),
  { reopen: false },
);

const ADDRESS = { tenant: 'acme', space: 'demo', session: 'one' };
const MARKERS = [{ number: 1, topics: ['the harbour crane'] }] as unknown as SessionState['markers'];

describe('sealSessionStates', () => {
  it('gives the store nothing that a marker says, and reads what was saved before', async () => {
    const inner = createMemorySessionStore();
    const sessions = sealSessionStates(inner, createMemoryKeyStore());
    const state = sampleSession('one', { markers: MARKERS });
    await sessions.save([state]);
    const stored = JSON.stringify(await inner.load(ADDRESS));
    for (const word of ['harbour', 'idempotency', 'fingerprint']) expect(stored).not.toContain(word);
    expect(await sessions.load(ADDRESS)).toEqual(state);
    expect((await sessions.list({ ...ADDRESS, limit: 5 })).sessions[0]).toMatchObject({ session: 'one', events: 4, markers: 1 });
    const earlier = sampleSession('two', { markers: MARKERS });
    await inner.save([earlier]);
    expect(await sessions.load({ ...ADDRESS, session: 'two' })).toEqual(earlier);
  });

  it('opens no state in the place of another, and none once the key of its space is destroyed', async () => {
    const [inner, keys] = [createMemorySessionStore(), createMemoryKeyStore()];
    const sessions = sealSessionStates(inner, keys);
    await sessions.save([sampleSession('one')]);
    const stored = (await inner.load(ADDRESS))!;
    await inner.save([{ ...stored, session: 'two' }]);
    await expect(sessions.load({ ...ADDRESS, session: 'two' })).rejects.toMatchObject({ code: 'damaged' });
    await keys.destroySpace('acme', 'demo');
    expect(await sessions.load(ADDRESS)).toBeUndefined();
    await sessions.save([sampleSession('three')]);
    expect(await inner.load({ ...ADDRESS, session: 'three' })).toBeUndefined();
  });
});
