import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeyStore } from '@total-recall/ports';
import { codeOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadOrCreateMasterKey, rotateMasterKeyFile } from './master-key-file.ts';
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

async function openStore(masterKey: Uint8Array): Promise<KeyStore> {
  const store = await createSqliteKeyStore({ path, masterKey });
  stores.push(store);
  return store;
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

describe('the master key file', () => {
  it('is made once, for its owner only, and is the same for all who start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateMasterKey(keyFile)));
    for (const key of keys) expect(key).toEqual(keys[0]);
    expect(keys[0]).toHaveLength(32);
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder.path, 'keys'))).toEqual(['master.key']);
  });

  it('is refused when others may read it, or when it is no key', async () => {
    await loadOrCreateMasterKey(keyFile);
    for (const mode of [0o640, 0o604, 0o620, 0o660]) {
      chmodSync(keyFile, mode);
      expect(await codeOf(loadOrCreateMasterKey(keyFile))).toBe('invalid_request');
    }
    chmodSync(keyFile, 0o600);
    writeFileSync(keyFile, 'not a key');
    expect(await codeOf(loadOrCreateMasterKey(keyFile))).toBe('invalid_request');
  });
});

describe('keys at rest', () => {
  it('stand in no file in the clear', async () => {
    const store = await openStore(await loadOrCreateMasterKey(keyFile));
    const keys = [await store.sessionKey(ALPHA), await store.spaceKey('acme', 'demo')];
    expect(wrappedKeys().every(filesHold)).toBe(true);
    for (const { key } of keys) expect(filesHold(key)).toBe(false);
  });

  it('are gone from every file once destroyed, in wrapped form too', async () => {
    const store = await openStore(await loadOrCreateMasterKey(keyFile));
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.sessionKey({ ...ALPHA, session: `s${index}` })));
    const before = wrappedKeys();
    expect(before.every(filesHold)).toBe(true);
    await store.destroySession({ ...ALPHA, session: 's7' });
    expect(before.filter((wrapped) => !filesHold(wrapped))).toHaveLength(1);
    await store.destroySpace('acme', 'demo');
    expect(before.filter(filesHold)).toEqual([]);
  });

  it('need the master key they were made with', async () => {
    const store = await openStore(await loadOrCreateMasterKey(keyFile));
    await store.sessionKey(ALPHA);
    await store.close();
    expect(await codeOf(openStore(new Uint8Array(32)))).toBe('invalid_request');
    expect(await codeOf(openStore(new Uint8Array(16)))).toBe('invalid_request');
  });

  it('open with the new master key only after a rotation', async () => {
    const old = await loadOrCreateMasterKey(keyFile);
    const store = await openStore(old);
    const alpha = await store.sessionKey(ALPHA);
    await rotateMasterKeyFile(keyFile, store);
    await store.close();
    expect(await codeOf(openStore(old))).toBe('invalid_request');
    const again = await openStore(await loadOrCreateMasterKey(keyFile));
    expect(await again.sessionKey(ALPHA)).toEqual(alpha);
    expect(readdirSync(join(folder.path, 'keys'))).toEqual(['master.key']);
  });
});
