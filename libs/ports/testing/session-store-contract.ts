import type { SessionState } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import type { SessionStore } from '../src/session-store.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

/** Builds a state with content in every part that a store could lose. */
export function sampleSession(session: string, changes: Partial<SessionState> = {}): SessionState {
  return {
    tenant: 'acme',
    space: 'demo',
    session,
    foldVersion: 1,
    offset: 10,
    ordinal: 4,
    turn: 2,
    request: 1,
    cycle: 0,
    firstAt: 1_000,
    lastAt: 2_000,
    entries: [
      {
        id: 'e-ü',
        ordinal: 1,
        offset: 3,
        kind: 'user_message',
        turn: 1,
        request: 1,
        atom: 1,
        occurredAt: 1_000,
        tokens: { whole: 3, stripped: 2, preview: 1 },
        form: 'whole',
        state: 'readable',
      },
    ],
    markers: [],
    sources: { cli: { mark: 3, above: [[5, 9]] } },
    idempotencyKeys: [{ key: 'k', fingerprint: 'f', count: 1, firstId: 'e-ü' }],
    lateCalls: [],
    stops: [],
    tokensIn: 12,
    ...changes,
  };
}

/** Tests the claims of the `SessionStore` port. */
export function sessionStoreContract(
  name: string,
  makeHarness: () => ContractHarness<SessionStore>,
  capabilities: ContractCapabilities & { readonly keepsUpTo?: boolean },
): void {
  const withStore = (body: (store: SessionStore, open: () => Promise<SessionStore>) => Promise<void>): Promise<void> =>
    withHarness(makeHarness, async (open) => body(await open(), open));

  describe(`${name}: SessionStore`, () => {
    saveClaims(withStore);
    listClaims(withStore);
    if (capabilities.keepsUpTo) upToClaims(withStore);
    if (capabilities.reopen) {
      it('holds after a reopen what it held', () =>
        withStore(async (store, open) => {
          await store.save([sampleSession('alpha'), sampleSession('beta')]);
          await store.close();
          const again = await open();
          expect(await again.load(sampleSession('alpha'))).toEqual(sampleSession('alpha'));
          expect((await again.spaces({ tenant: 'acme', limit: 10 })).spaces).toEqual([
            { space: 'demo', sessions: 2, events: 8, lastAt: 2_000 },
          ]);
        }));
    }
  });
}

type WithStore = (body: (store: SessionStore) => Promise<void>) => Promise<void>;

function saveClaims(withStore: WithStore): void {
  it('loads what was saved last, and nothing for what was not', () =>
    withStore(async (store) => {
      expect(await store.load(sampleSession('alpha'))).toBeUndefined();
      await store.save([sampleSession('alpha')]);
      expect(await store.load(sampleSession('alpha'))).toEqual(sampleSession('alpha'));
      await store.save([sampleSession('alpha', { offset: 11, turn: 3 })]);
      expect((await store.load(sampleSession('alpha')))?.turn).toBe(3);
    }));

  it('keeps the highest offset, in and across batches, silently', () =>
    withStore(async (store) => {
      await store.save([sampleSession('alpha', { offset: 20, turn: 9 })]);
      await store.save([sampleSession('alpha', { offset: 19, turn: 8 })]);
      expect((await store.load(sampleSession('alpha')))?.turn).toBe(9);
      await store.save([sampleSession('alpha', { offset: 30, turn: 12 }), sampleSession('alpha', { offset: 25, turn: 11 })]);
      expect((await store.load(sampleSession('alpha')))?.turn).toBe(12);
      const { sessions } = await store.list({ tenant: 'acme', space: 'demo', limit: 10 });
      expect(sessions.map((session) => [session.offset, session.turn])).toEqual([[30, 12]]);
    }));

  it('takes a repeat of the same state as success', () =>
    withStore(async (store) => {
      await store.save([sampleSession('alpha')]);
      await store.save([sampleSession('alpha')]);
      expect((await store.spaces({ tenant: 'acme', limit: 10 })).spaces).toEqual([
        { space: 'demo', sessions: 1, events: 4, lastAt: 2_000 },
      ]);
    }));

  it('saves nothing of a batch of which one cannot be saved', () =>
    withStore(async (store) => {
      await expect(store.save([sampleSession('alpha'), sampleSession('beta', { offset: 1.5 })])).rejects.toThrow();
      expect(await store.load(sampleSession('alpha'))).toBeUndefined();
      expect((await store.spaces({ tenant: 'acme', limit: 10 })).spaces).toEqual([]);
    }));

  it('does not change what it holds when the caller changes what it gave or got', () =>
    withStore(async (store) => {
      const state = { ...sampleSession('alpha'), markers: [] as never[], stops: [] as { reason: string; signature: string }[] };
      await store.save([state]);
      state.stops.push({ reason: 'x', signature: 'y' });
      const loaded = (await store.load(state))!;
      expect(loaded.stops).toEqual([]);
      (loaded.stops as { reason: string; signature: string }[]).push({ reason: 'x', signature: 'y' });
      expect((await store.load(state))!.stops).toEqual([]);
    }));

  it('tells sessions of other tenants and spaces apart', () =>
    withStore(async (store) => {
      await store.save([
        sampleSession('alpha', { turn: 1 }),
        sampleSession('alpha', { tenant: 'other', turn: 2 }),
        sampleSession('alpha', { space: 'other', turn: 3 }),
      ]);
      expect((await store.load({ tenant: 'acme', space: 'demo', session: 'alpha' }))?.turn).toBe(1);
      expect((await store.load({ tenant: 'other', space: 'demo', session: 'alpha' }))?.turn).toBe(2);
      expect((await store.load({ tenant: 'acme', space: 'other', session: 'alpha' }))?.turn).toBe(3);
      expect((await store.list({ tenant: 'acme', space: 'demo', limit: 10 })).sessions).toHaveLength(1);
      expect((await store.spaces({ tenant: 'other', limit: 10 })).spaces).toHaveLength(1);
      expect(await store.load({ tenant: 'none', space: 'demo', session: 'alpha' })).toBeUndefined();
    }));

  it('sees a save at once, and refuses with closed after close', () =>
    withStore(async (store) => {
      for (let turn = 1; turn <= 20; turn++) {
        await store.save([sampleSession('alpha', { offset: turn, turn })]);
        expect((await store.load(sampleSession('alpha')))?.turn).toBe(turn);
      }
      await store.close();
      expect(await codeOf(store.load(sampleSession('alpha')))).toBe('closed');
      expect(await codeOf(store.save([sampleSession('alpha')]))).toBe('closed');
      await store.close();
    }));
}

function listClaims(withStore: WithStore): void {
  it('lists by last activity, newest first, names deciding between equals', () =>
    withStore(async (store) => {
      await store.save([
        sampleSession('old', { lastAt: 1 }),
        sampleSession('b', { lastAt: 5 }),
        sampleSession('a', { lastAt: 5 }),
        sampleSession('new', { lastAt: 9 }),
      ]);
      const { sessions, cursor } = await store.list({ tenant: 'acme', space: 'demo', limit: 10 });
      expect(sessions.map((session) => session.session)).toEqual(['new', 'a', 'b', 'old']);
      expect(cursor).toBeUndefined();
      expect(sessions[0]).toEqual({
        tenant: 'acme',
        space: 'demo',
        session: 'new',
        offset: 10,
        events: 4,
        turn: 2,
        cycle: 0,
        markers: 0,
        firstAt: 1_000,
        lastAt: 9,
      });
    }));

  it('pages through sessions and spaces, each once, whatever the page size', () =>
    withStore(async (store) => {
      const states = Array.from({ length: 23 }, (_, index) => sampleSession(`s${index}`, { space: `p${index % 7}`, lastAt: index % 5 }));
      await store.save([...states, ...states.map((state) => ({ ...state, space: 'one' }))]);
      for (const limit of [1, 4, 22, 23]) {
        const seen: string[] = [];
        for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
          const page = await store.list({ tenant: 'acme', space: 'one', limit, ...(cursor === undefined ? {} : { cursor }) });
          expect(page.sessions.length).toBeLessThanOrEqual(limit);
          seen.push(...page.sessions.map((session) => session.session));
          cursor = page.cursor;
        }
        expect(seen).toHaveLength(23);
        expect(new Set(seen).size).toBe(23);
      }
      const spaces: string[] = [];
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = await store.spaces({ tenant: 'acme', limit: 3, ...(cursor === undefined ? {} : { cursor }) });
        spaces.push(...page.spaces.map((space) => space.space));
        cursor = page.cursor;
      }
      expect(spaces.toSorted()).toEqual(['one', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']);
    }));

  it('counts the sessions and events of each space', () =>
    withStore(async (store) => {
      await store.save([
        sampleSession('a', { ordinal: 3, lastAt: 5 }),
        sampleSession('b', { ordinal: 4, lastAt: 6 }),
        sampleSession('c', { space: 'side', ordinal: 1, lastAt: 9 }),
      ]);
      await store.save([
        sampleSession('a', { offset: 11, ordinal: 10, lastAt: 8 }),
        sampleSession('b', { offset: 9, ordinal: 99, lastAt: 99 }),
      ]);
      expect((await store.spaces({ tenant: 'acme', limit: 10 })).spaces).toEqual([
        { space: 'side', sessions: 1, events: 1, lastAt: 9 },
        { space: 'demo', sessions: 2, events: 14, lastAt: 8 },
      ]);
    }));

  it('keeps to the spaces it is asked for, in the pages and in their cursors', () =>
    withStore(async (store) => {
      await store.save(['a', 'work', 'b', 'hidden', 'c'].map((space, at) => sampleSession('s', { space, lastAt: at })));
      await store.save([sampleSession('s', { tenant: 'other', space: 'a' })]);
      const only = ['a', 'b', 'c', 'none'];
      const seen: string[] = [];
      for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
        const page = await store.spaces({ tenant: 'acme', limit: 1, only, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...page.spaces.map((space) => space.space));
        cursor = page.cursor;
        expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toMatch(/work|hidden/);
      }
      expect(seen).toEqual(['c', 'b', 'a']);
      expect(await store.spaces({ tenant: 'acme', limit: 9, only: [] })).toEqual({ spaces: [] });
    }));

  it('refuses a cursor that is not its own', () =>
    withStore(async (store) => {
      await store.save([
        sampleSession('a'),
        sampleSession('b'),
        sampleSession('a', { space: 'side' }),
        sampleSession('b', { space: 'side' }),
      ]);
      const { cursor } = await store.list({ tenant: 'acme', space: 'demo', limit: 1 });
      expect(cursor).toBeTypeOf('string');
      const bad = [
        '',
        'x',
        '!!',
        'null',
        Buffer.from('[1,2,3]').toString('base64url'),
        Buffer.from('{"a":1}').toString('base64url'),
        "' OR 1=1 --",
      ];
      for (const other of bad) {
        expect(await codeOf(store.list({ tenant: 'acme', space: 'demo', limit: 1, cursor: other }))).toBe('invalid_cursor');
        expect(await codeOf(store.spaces({ tenant: 'acme', limit: 1, cursor: other }))).toBe('invalid_cursor');
      }
      expect(await codeOf(store.list({ tenant: 'acme', space: 'side', limit: 1, cursor: cursor! }))).toBe('invalid_cursor');
      expect(await codeOf(store.spaces({ tenant: 'acme', limit: 1, cursor: cursor! }))).toBe('invalid_cursor');
    }));
}

function upToClaims(withStore: WithStore): void {
  it('keeps how far each partition is with its states', () =>
    withStore(async (store) => {
      expect(await store.savedUpTo!(0)).toBe(-1);
      await store.save([sampleSession('alpha')], { partition: 0, offset: 10 });
      await store.save([], { partition: 3, offset: 7 });
      expect([await store.savedUpTo!(0), await store.savedUpTo!(3), await store.savedUpTo!(1)]).toEqual([10, 7, -1]);
    }));

  it('puts earlier states in the place of later ones where it is told to, and removes sessions', () =>
    withStore(async (store) => {
      const states = ['alpha', 'beta', 'gamma'].map((name) => sampleSession(name, { offset: 20, ordinal: 9 }));
      await store.save([...states, sampleSession('alone', { space: 'side' })], { partition: 0, offset: 20 });
      const earlier = sampleSession('alpha', { offset: 5, ordinal: 2 });
      await store.replace!([earlier], [sampleSession('beta'), sampleSession('alone', { space: 'side' }), sampleSession('never')], {
        partition: 0,
        offset: 6,
      });
      expect(await store.load(earlier)).toEqual(earlier);
      expect(await store.load(sampleSession('beta'))).toBeUndefined();
      expect(await store.load(sampleSession('gamma'))).toMatchObject({ offset: 20 });
      expect(await store.savedUpTo!(0)).toBe(6);
      const { spaces } = await store.spaces({ tenant: 'acme', limit: 9 });
      expect(spaces).toEqual([{ space: 'demo', sessions: 2, events: 11, lastAt: 2_000 }]);
    }));
}
