import { describe, expect, it } from 'vitest';
import type { KeyStore } from '../src/key-store.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const ALPHA = { tenant: 'acme', space: 'demo', session: 'alpha' };
const BETA = { ...ALPHA, session: 'beta' };
const GAMMA = { ...ALPHA, session: 'gamma' };

/** Derives the key of an event from its session's, as libs/runtime does. */
type EventKey = (key: Uint8Array, name: string) => Uint8Array | undefined;

/** A store with control over its master keys; `newMaster` is absent for a store without any. */
export interface KeyStoreHarness extends ContractHarness<KeyStore> {
  /** Adds a new master key before the others. */
  readonly newMaster?: () => Promise<void>;
  /** Removes all master keys except the first. */
  readonly retireMasters?: () => Promise<void>;
}

/** Tests the claims of the `KeyStore` port. */
export function keyStoreContract(
  name: string,
  makeHarness: () => KeyStoreHarness,
  capabilities: ContractCapabilities & { readonly eventKey: EventKey },
): void {
  const withStore: WithStore = async (body) => {
    const harness = makeHarness();
    await withHarness(
      () => harness,
      async (open) => body(await open(), open, harness),
    );
  };

  describe(`${name}: KeyStore`, () => {
    keyClaims(withStore);
    destroyClaims(withStore);
    destroyEventsClaims(withStore, capabilities.eventKey);
    markClaims(withStore);
    if (capabilities.reopen) reopenClaims(withStore, capabilities.eventKey);
  });
}

type WithStore = (body: (store: KeyStore, open: () => Promise<KeyStore>, harness: KeyStoreHarness) => Promise<void>) => Promise<void>;

function keyClaims(withStore: WithStore): void {
  it('gives a session one key of 32 bytes, always the same, and opens it by its id', () =>
    withStore(async (store) => {
      const first = await store.sessionKey(ALPHA);
      expect(first.key).toHaveLength(32);
      expect(await store.sessionKey(ALPHA)).toEqual(first);
      expect(await store.open('acme', 'demo', first.keyId)).toEqual(first.key);
    }));

  it('gives concurrent first calls the same key', () =>
    withStore(async (store) => {
      const keys = await Promise.all(Array.from({ length: 40 }, () => store.sessionKey(ALPHA)));
      for (const key of keys) expect(key).toEqual(keys[0]);
      const spaces = await Promise.all(Array.from({ length: 40 }, () => store.spaceKey('acme', 'other')));
      for (const key of spaces) expect(key).toEqual(spaces[0]);
    }));

  it('gives every session and every space keys of their own', () =>
    withStore(async (store) => {
      const keys = [
        await store.sessionKey(ALPHA),
        await store.sessionKey(BETA),
        await store.sessionKey({ ...ALPHA, space: 'other' }),
        await store.sessionKey({ ...ALPHA, tenant: 'other' }),
        await store.spaceKey('acme', 'demo'),
        await store.spaceKey('acme', 'other'),
        await store.spaceKey('other', 'demo'),
      ];
      expect(new Set(keys.map((key) => key.keyId)).size).toBe(keys.length);
      expect(new Set(keys.map((key) => Buffer.from(key.key).toString('hex'))).size).toBe(keys.length);
    }));

  it('opens a key in its own space only, and knows nothing of an unknown one', () =>
    withStore(async (store) => {
      const { keyId } = await store.sessionKey(ALPHA);
      expect(await store.open('acme', 'other', keyId)).toBeUndefined();
      expect(await store.open('other', 'demo', keyId)).toBeUndefined();
      expect(await store.open('acme', 'demo', 'key_unknown')).toBeUndefined();
      const space = await store.spaceKey('acme', 'demo');
      expect(await store.open('acme', 'demo', space.keyId)).toEqual(space.key);
    }));

  it('refuses everything with closed after close', () =>
    withStore(async (store) => {
      const { keyId } = await store.sessionKey(ALPHA);
      await store.close();
      expect(await codeOf(store.sessionKey(ALPHA))).toBe('closed');
      expect(await codeOf(store.open('acme', 'demo', keyId))).toBe('closed');
      expect(await codeOf(store.destroySession(ALPHA))).toBe('closed');
      expect(await codeOf(store.masterState())).toBe('closed');
      expect(await codeOf(store.rotateMaster())).toBe('closed');
      if (store.erasureMark) expect(await codeOf(store.erasureMark.read(0))).toBe('closed');
      await store.close();
    }));
}

function markClaims(withStore: WithStore): void {
  it('keeps the last erasure that it was told of, by partition of the ledger', ({ skip }) =>
    withStore(async ({ erasureMark: mark }) => {
      if (!mark) return skip();
      expect(await mark.read(0)).toBeUndefined();
      await mark.write(0, '');
      await mark.write(1, 'one');
      expect([await mark.read(0), await mark.read(1)]).toEqual(['', 'one']);
      await mark.write(1, 'two');
      expect([await mark.read(0), await mark.read(1)]).toEqual(['', 'two']);
    }));
}

function destroyClaims(withStore: WithStore): void {
  it('never opens or makes again the key of a destroyed session, and touches no other', () =>
    withStore(async (store) => {
      const alpha = await store.sessionKey(ALPHA);
      const beta = await store.sessionKey(BETA);
      await store.open('acme', 'demo', alpha.keyId);
      await store.destroySession(ALPHA);
      expect(await store.open('acme', 'demo', alpha.keyId)).toBe('destroyed');
      expect(await codeOf(store.sessionKey(ALPHA))).toBe('erased');
      expect(await store.sessionKey(BETA)).toEqual(beta);
      expect(await store.open('acme', 'demo', beta.keyId)).toEqual(beta.key);
      await store.destroySession(ALPHA);
      expect(await store.open('acme', 'other', alpha.keyId)).toBeUndefined();
    }));

  it('makes no key for a session destroyed before it had one', () =>
    withStore(async (store) => {
      await store.destroySession(ALPHA);
      expect(await codeOf(store.sessionKey(ALPHA))).toBe('erased');
    }));

  it('destroys a space with all its sessions, those to come included', () =>
    withStore(async (store) => {
      const alpha = await store.sessionKey(ALPHA);
      const space = await store.spaceKey('acme', 'demo');
      const other = await store.sessionKey({ ...ALPHA, space: 'other' });
      await store.destroySpace('acme', 'demo');
      expect(await store.open('acme', 'demo', alpha.keyId)).toBe('destroyed');
      expect(await store.open('acme', 'demo', space.keyId)).toBe('destroyed');
      expect(await codeOf(store.sessionKey(BETA))).toBe('erased');
      expect(await codeOf(store.spaceKey('acme', 'demo'))).toBe('erased');
      expect(await store.sessionKey({ ...ALPHA, space: 'other' })).toEqual(other);
    }));

  it('leaves no key behind when uses and a destruction race', () =>
    withStore(async (store) => {
      const { keyId } = await store.sessionKey(ALPHA);
      const uses = Array.from({ length: 30 }, () => [codeOf(store.sessionKey(ALPHA)), store.open('acme', 'demo', keyId)]).flat();
      const destroyed = store.destroySession(ALPHA);
      const more = Array.from({ length: 30 }, () => store.open('acme', 'demo', keyId));
      await Promise.all([...uses, destroyed, ...more]);
      expect(await store.open('acme', 'demo', keyId)).toBe('destroyed');
      expect(await codeOf(store.sessionKey(ALPHA))).toBe('erased');
      await Promise.all([codeOf(store.sessionKey(BETA)), store.destroySession(BETA)]);
      expect(await codeOf(store.sessionKey(BETA))).toBe('erased');
    }));

  it('keeps all data keys through a rotation of the master key', () =>
    withStore(async (store, _open, { newMaster }) => {
      const alpha = await store.sessionKey(ALPHA);
      await store.destroySession(BETA);
      const before = await store.masterState();
      await newMaster?.();
      const after = await store.rotateMaster();
      expect(after).toEqual({ ...before, inForce: after.wanted, wanted: after.wanted, behind: 0 });
      if (newMaster) expect(after.inForce).not.toEqual(before.inForce);
      expect(await store.rotateMaster()).toEqual(after);
      expect(await store.sessionKey(ALPHA)).toEqual(alpha);
      expect(await store.open('acme', 'demo', alpha.keyId)).toEqual(alpha.key);
      expect(await codeOf(store.sessionKey(BETA))).toBe('erased');
    }));
}

function destroyEventsClaims(withStore: WithStore, eventKey: EventKey): void {
  const keyOf = async (store: KeyStore, keyId: string, name: string): Promise<Uint8Array | undefined> => {
    const key = await store.open('acme', 'demo', keyId);
    return key instanceof Uint8Array ? eventKey(key, name) : undefined;
  };

  it('takes single events out of a key for good, and leaves the key of every other as it was', () =>
    withStore(async (store) => {
      const { keyId, key } = await store.sessionKey(ALPHA);
      const beta = await store.sessionKey(BETA);
      await store.open('acme', 'demo', keyId);
      await store.destroyEvents(ALPHA, ['one', 'two']);
      await store.destroyEvents(ALPHA, ['two', 'three']);
      await store.destroyEvents(ALPHA, []);
      const left = await store.sessionKey(ALPHA);
      expect(left.keyId).toBe(keyId);
      expect(left.key).toEqual(await store.open('acme', 'demo', keyId));
      for (const name of ['one', 'two', 'three']) expect(await keyOf(store, keyId, name)).toBeUndefined();
      for (const name of ['four', 'one#1']) expect(Buffer.from(eventKey(left.key, name)!)).toEqual(Buffer.from(eventKey(key, name)!));
      expect(await store.sessionKey(BETA)).toEqual(beta);
      await store.destroySession(ALPHA);
      await store.destroyEvents(ALPHA, ['four']);
      expect(await store.open('acme', 'demo', keyId)).toBe('destroyed');
    }));

  it('makes no key for a session that has none, and keeps what is left through a rotation of the master key', () =>
    withStore(async (store, _open, { newMaster }) => {
      await store.destroyEvents(BETA, ['one']);
      const { keyId, key } = await store.sessionKey(BETA);
      expect(key).toHaveLength(32);
      await store.destroyEvents(BETA, ['one']);
      await newMaster?.();
      await store.rotateMaster();
      expect(await keyOf(store, keyId, 'one')).toBeUndefined();
      expect(await keyOf(store, keyId, 'two')).toBeDefined();
    }));

  it('refuses more of one session than it can, and then takes nothing', () =>
    withStore(async (store) => {
      const before = await store.sessionKey(ALPHA);
      const many = Array.from({ length: 9_000 }, (_, at) => `e${at}`);
      expect(await codeOf(store.destroyEvents(ALPHA, many))).toBe('invalid_request');
      expect(await store.sessionKey(ALPHA)).toEqual(before);
    }));

  it('takes as many out of one session as it says that it can', ({ skip }) =>
    withStore(async (store) => {
      const { mostDestroyed } = store;
      if (mostDestroyed === undefined || mostDestroyed > 1_000) return skip();
      const { keyId } = await store.sessionKey(ALPHA);
      const names = Array.from({ length: mostDestroyed }, (_, at) => `e${at}`);
      await store.destroyEvents(ALPHA, names.slice(0, mostDestroyed / 2));
      await store.destroyEvents(ALPHA, names.slice(mostDestroyed / 2));
      for (const name of names) expect(await keyOf(store, keyId, name)).toBeUndefined();
      expect(await keyOf(store, keyId, 'another')).toBeDefined();
    }));

  it('loses nothing of destructions that are asked for at once, and tells of each', () =>
    withStore(async (store) => {
      let told = 0;
      let last: unknown;
      store.onDestroyed((place) => {
        told += 1;
        last = place;
      });
      const { keyId } = await store.sessionKey(ALPHA);
      await Promise.all(Array.from({ length: 8 }, (_, at) => store.destroyEvents(ALPHA, [`e${at}`])));
      for (let at = 0; at < 8; at += 1) expect(await keyOf(store, keyId, `e${at}`)).toBeUndefined();
      expect(told).toBeGreaterThanOrEqual(1);
      const before = told;
      expect(last).toEqual(ALPHA);
      await store.destroySession(BETA);
      expect(told).toBeGreaterThan(before);
      expect(last).toEqual(BETA);
      await store.destroySpace('acme', 'other');
      expect(last).toEqual({ tenant: 'acme', space: 'other' });
    }));
}

function reopenClaims(withStore: WithStore, eventKey: EventKey): void {
  it('needs the earlier master key no more once all is wrapped under the new one, by whichever process, while another makes keys', ({
    skip,
  }) =>
    withStore(async (store, open, { newMaster, retireMasters }) => {
      if (!newMaster || !retireMasters) return skip();
      const places = Array.from({ length: 12 }, (_, at) => ({ ...ALPHA, space: `s${at}` }));
      const before = await Promise.all(places.map((place) => store.sessionKey(place)));
      const [first, later] = [places.slice(0, 6), places.map((place) => ({ ...place, space: `${place.space}-later` }))];
      await newMaster();
      const beside = await open();
      expect((await beside.masterState()).wanted).not.toEqual((await beside.masterState()).inForce);
      const [made, state] = await Promise.all([Promise.all(later.map((place) => store.sessionKey(place))), beside.rotateMaster()]);
      expect(state).toMatchObject({ behind: 0, inForce: state.wanted });
      await retireMasters();
      expect(await beside.masterState()).toMatchObject({ keys: 24, behind: 0 });
      await Promise.all([store.close(), beside.close()]);
      const again = await open();
      expect(await Promise.all(first.map((place) => again.sessionKey(place)))).toEqual(before.slice(0, 6));
      expect(await Promise.all(later.map((place) => again.sessionKey(place)))).toEqual(made);
      expect((await again.masterState()).behind).toBe(0);
    }));

  it('is durable when handed out: the same keys after a reopen, destroyed ones destroyed', () =>
    withStore(async (store, open) => {
      const alpha = await store.sessionKey(ALPHA);
      const beta = await store.sessionKey(BETA);
      const space = await store.spaceKey('acme', 'demo');
      await store.sessionKey(GAMMA);
      await store.destroySession(BETA);
      await store.destroySpace('acme', 'gone');
      await store.destroyEvents(GAMMA, ['one']);
      await store.erasureMark?.write(0, 'one');
      const gamma = await store.sessionKey(GAMMA);
      await store.close();
      const again = await open();
      expect(await again.sessionKey(ALPHA)).toEqual(alpha);
      expect(await again.sessionKey(GAMMA)).toEqual(gamma);
      expect(eventKey(gamma.key, 'one')).toBeUndefined();
      if (again.erasureMark) expect(await again.erasureMark.read(0)).toBe('one');
      expect(await again.spaceKey('acme', 'demo')).toEqual(space);
      expect(await again.open('acme', 'demo', beta.keyId)).toBe('destroyed');
      expect(await codeOf(again.sessionKey(BETA))).toBe('erased');
      expect(await codeOf(again.sessionKey({ ...ALPHA, space: 'gone' }))).toBe('erased');
    }));
}
