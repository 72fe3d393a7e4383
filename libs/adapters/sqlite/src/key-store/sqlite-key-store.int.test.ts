import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeyStore, MasterKeys } from '@total-recall/ports';
import { codeOf } from '@total-recall/ports/testing';
import { createEnvironmentMasterKeys, eventKey, rotateMasterKey } from '@total-recall/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createFileMasterKeys, openFileMasterKeys } from '@total-recall/adapter-files';
import { createSqliteKeyStore } from './sqlite-key-store.ts';

const ALPHA = { tenant: 'acme', space: 'demo', session: 'alpha' };
let folder: ReturnType<typeof temporaryFolder>;
let keyFile: string;
let path: string;
let stores: KeyStore[];

beforeEach(() => {
  folder = temporaryFolder();
  keyFile = join(folder.path, 'keys', 'master.key');
  path = join(folder.path, 'keys.db');
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  folder.remove();
});

async function openStore(masters?: MasterKeys): Promise<KeyStore> {
  const store = await createSqliteKeyStore({ path, masters: masters ?? (await openFileMasterKeys(keyFile)) });
  stores.push(store);
  return store;
}

async function heldIn(file: string): Promise<string> {
  await openFileMasterKeys(file);
  return readFileSync(file, 'utf8');
}

function filesHold(bytes: Uint8Array): boolean {
  const files = readdirSync(folder.path).filter((name) => name.startsWith('keys.db'));
  return files.some((name) => readFileSync(join(folder.path, name)).includes(Buffer.from(bytes)));
}

function wrappedKeys(): Uint8Array[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db.prepare('SELECT wrapped FROM data_keys WHERE wrapped IS NOT NULL').all() as { wrapped: Uint8Array }[];
  db.close();
  return rows.map((row) => row.wrapped);
}

it('keeps no key that was read while a destruction waited for the master key', async () => {
  const masters = await openFileMasterKeys(keyFile);
  const waits: Promise<void>[] = [];
  // As a key management service, which may answer a later call first.
  const store = await openStore({
    ...masters,
    unwrap: async (...of) => {
      await waits.shift();
      return masters.unwrap(...of);
    },
  });
  const { keyId } = await store.sessionKey(ALPHA);
  const { promise, resolve } = Promise.withResolvers<void>();
  waits.push(promise);
  const destroying = store.destroyEvents(ALPHA, ['gone']);
  await expect.poll(() => waits).toEqual([]);
  const open = async () => eventKey((await store.open('acme', 'demo', keyId)) as Uint8Array, 'gone');
  expect(await open()).toBeDefined();
  resolve();
  await destroying;
  expect(await open()).toBeUndefined();
  expect(eventKey((await store.sessionKey(ALPHA)).key, 'gone')).toBeUndefined();
});

describe('a write-ahead log of an earlier state beside newer keys', () => {
  it.each([
    ['takes no key away', (store: KeyStore) => store.spaceKey('acme', 'other')],
    ['brings no destroyed key back', (store: KeyStore) => store.destroySpace('acme', 'demo')],
  ] as const)('%s: the store is not opened, and stays as it is', async (_, change) => {
    const store = await openStore();
    await store.sessionKey(ALPHA);
    const early = `${path}-early`;
    copyFileSync(`${path}-wal`, early);
    await change(store);
    await stores.pop()!.close();
    copyFileSync(early, `${path}-wal`);
    const before = readFileSync(path);
    for (let time = 0; time < 2; time += 1)
      await expect(openStore()).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringMatching(/keys\.db-wal is of an earlier state/),
      });
    expect(readFileSync(path).equals(before)).toBe(true);
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    await openStore();
  });
});

describe('keys at rest', () => {
  it('stand in no file in the clear', async () => {
    const store = await openStore();
    const keys = [await store.sessionKey(ALPHA), await store.spaceKey('acme', 'demo')];
    expect(wrappedKeys().every(filesHold)).toBe(true);
    for (const { key } of keys) expect(filesHold(key)).toBe(false);
  });

  it('are gone from every file once destroyed, in wrapped form too', async () => {
    const store = await openStore();
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.sessionKey({ ...ALPHA, session: `s${index}` })));
    const before = wrappedKeys();
    expect(before.every(filesHold)).toBe(true);
    await store.destroySession({ ...ALPHA, session: 's7' });
    expect(before.filter((wrapped) => !filesHold(wrapped))).toHaveLength(1);
    await store.destroySpace('acme', 'demo');
    expect(before.filter(filesHold)).toEqual([]);
  });

  it('need the master key they were made with', async () => {
    const store = await openStore();
    await store.sessionKey(ALPHA);
    await store.close();
    expect(await codeOf(openStore(createEnvironmentMasterKeys('00'.repeat(32))))).toBe('invalid_request');
  });

  it('open with the new master key only after a rotation, and what the old one wrapped is in no file', async () => {
    const old = createEnvironmentMasterKeys(await heldIn(keyFile));
    const store = await openStore();
    const alpha = await store.sessionKey(ALPHA);
    const [space] = wrappedKeys();
    const masters = createFileMasterKeys(keyFile);
    const { inForce } = await rotateMasterKey({ keys: store, masters });
    expect(await masters.versions()).toEqual([inForce]);
    expect(wrappedKeys()).toHaveLength(2);
    expect(filesHold(space!)).toBe(false);
    await store.close();
    expect(await codeOf(openStore(old))).toBe('invalid_request');
    expect(await (await openStore()).sessionKey(ALPHA)).toEqual(alpha);
    expect(readdirSync(join(folder.path, 'keys'))).toEqual(['master.key', 'master.key.former']);
  });

  /** Rotates as a kill leaves it: the last key is wrapped anew, its files are not wiped, and both master keys are there. */
  async function rotateKilled(store: Awaited<ReturnType<typeof openStore>>, masters: MasterKeys): Promise<void> {
    const killed = temporaryFolder();
    await rotateMasterKey({ keys: store, masters, onProgress: () => cpSync(folder.path, killed.path, { recursive: true }) });
    await store.close();
    rmSync(folder.path, { recursive: true });
    cpSync(killed.path, folder.path, { recursive: true });
    killed.remove();
  }

  it('of a rotation that was killed before it wiped the file are in no file after the next', async () => {
    const store = await openStore();
    const alpha = await store.sessionKey(ALPHA);
    const [space] = wrappedKeys();
    const masters = createFileMasterKeys(keyFile);
    await rotateKilled(store, masters);
    expect(filesHold(space!)).toBe(true);
    expect(await masters.versions()).toHaveLength(2);
    const again = await openStore();
    expect(await rotateMasterKey({ keys: again, masters })).toMatchObject({ keys: 1, behind: 0 });
    expect(filesHold(space!)).toBe(false);
    expect(await again.sessionKey(ALPHA)).toEqual(alpha);
  });

  it('of a rotation that was killed before it wiped the file are in no file after the next, from an environment', async () => {
    const store = await openStore();
    await store.sessionKey(ALPHA);
    const [space] = wrappedKeys();
    await createFileMasterKeys(keyFile).make!();
    const masters = createEnvironmentMasterKeys(await heldIn(keyFile));
    await rotateKilled(store, masters);
    expect(filesHold(space!)).toBe(true);
    const again = await openStore(masters);
    expect(await codeOf(rotateMasterKey({ keys: again, masters }))).toBe('invalid_request');
    expect(filesHold(space!)).toBe(false);
  });

  it('of a store that an earlier program made are those of its one master key, and rotate as others do', async () => {
    const masters = await openFileMasterKeys(keyFile);
    const store = await openStore();
    const alpha = await store.sessionKey(ALPHA);
    await store.close();
    const db = new DatabaseSync(path);
    db.exec('ALTER TABLE data_keys DROP COLUMN master; ALTER TABLE master_check DROP COLUMN master; DROP TABLE erasure_mark');
    db.exec("UPDATE schema_version SET version = 1 WHERE owner = 'key-store'");
    db.close();
    const [earlier] = await masters.versions();
    await masters.make!();
    const again = await openStore();
    expect(await again.masterState()).toMatchObject({ inForce: earlier, keys: 1, behind: 0 });
    expect(await rotateMasterKey({ keys: again, masters })).toMatchObject({ keys: 1, behind: 0 });
    expect(await masters.versions()).toHaveLength(1);
    expect(await again.sessionKey(ALPHA)).toEqual(alpha);
  });

  it('are all rotated by the next call where one was cut short after any of its steps', async () => {
    const store = await openStore();
    const places = Array.from({ length: 6 }, (_, at) => ({ ...ALPHA, space: `s${at}` }));
    const before = await Promise.all(places.map((place) => store.sessionKey(place)));
    for (let cutAfter = 0; cutAfter < 10; cutAfter += 1) {
      const file = createFileMasterKeys(keyFile);
      let steps = 0;
      const step = <T>(work: () => Promise<T>): Promise<T> => {
        if (steps >= cutAfter) throw new Error('killed');
        steps += 1;
        return work();
      };
      // A process may die at every call into or out of the file.
      const masters: MasterKeys = {
        ...file,
        make: () => step(() => file.make!()),
        wrap: (...args) => step(() => file.wrap(...args)),
        retireAllBut: (version) => step(() => file.retireAllBut!(version)),
      };
      const cut = await openStore(masters);
      await codeOf(rotateMasterKey({ keys: cut, masters }));
      const state = await rotateMasterKey({ keys: store, masters: createFileMasterKeys(keyFile) });
      expect(state).toMatchObject({ keys: 6, behind: 0, inForce: state.wanted });
      expect(await file.versions()).toEqual([state.inForce]);
      const again = await openStore();
      expect(await Promise.all(places.map((place) => again.sessionKey(place)))).toEqual(before);
      await Promise.all([cut.close(), again.close()]);
    }
  });
});
