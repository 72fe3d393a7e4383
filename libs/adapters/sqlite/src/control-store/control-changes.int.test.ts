import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ApiKey, ControlStore } from '@total-recall/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteControlStore } from './sqlite-control-store.ts';

const KEY: ApiKey = { id: 'key_1', tenant: 'acme', name: 'agent', secretHash: '00', scopes: ['read'], createdAt: 1 };

let folder: ReturnType<typeof temporaryFolder>;
let [path, early, noted] = ['', '', ''];
beforeEach(() => {
  folder = temporaryFolder();
  [path, early, noted] = ['control.db', 'early.db', 'control.db.changes'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
});
afterEach(() => folder.remove());

async function using<T>(work: (store: ControlStore) => Promise<T>): Promise<T> {
  const store = await createSqliteControlStore({ path });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const isRevoked = () => using(async (store) => (await store.apiKey(KEY.id))?.revokedAt !== undefined);
const refusal = {
  code: 'damaged',
  message: expect.stringMatching(/control\.db is older than the one that was here.*keys that were revoked/),
};

/** Makes a store whose key was revoked after a copy of it. */
async function revokedSince(): Promise<void> {
  await using((store) => store.putApiKey(KEY));
  copyFileSync(path, early);
  await using((store) => store.putApiKey({ ...KEY, revokedAt: 2 }));
}

describe('a control.db of before a key was revoked', () => {
  it('is refused, and the newest one opens', async () => {
    await revokedSince();
    const newest = join(folder.path, 'newest.db');
    copyFileSync(path, newest);
    copyFileSync(early, path);
    for (let twice = 0; twice < 2; twice += 1) await expect(isRevoked()).rejects.toMatchObject(refusal);
    copyFileSync(newest, path);
    expect(await isRevoked()).toBe(true);
  });

  it('is refused too where an earlier program, which counted nothing, wrote it', async () => {
    await revokedSince();
    const db = new DatabaseSync(early);
    db.exec("DROP TABLE changes; UPDATE schema_version SET version = 2 WHERE owner = 'control-store'");
    db.close();
    copyFileSync(early, path);
    await expect(isRevoked()).rejects.toMatchObject(refusal);
  });

  it('is taken once its owner says so, by removing what was noted', async () => {
    await revokedSince();
    copyFileSync(early, path);
    rmSync(noted);
    expect(await isRevoked()).toBe(false);
    await using((store) => store.putApiKey({ ...KEY, revokedAt: 3 }));
    copyFileSync(early, path);
    await expect(isRevoked()).rejects.toMatchObject(refusal);
  });
});

it('opens what lacks nothing but entries of the audit and counts of the day', async () => {
  await using((store) => store.putApiKey(KEY));
  copyFileSync(path, early);
  await using(async (store) => {
    await store.putUsage([{ day: 1, counter: 'one', tenant: 'acme', events: 5 }]);
    await store.appendAudit([{ id: 'a1', tenant: 'acme', at: 1, keyId: KEY.id, action: 'recall', target: 'main', outcome: 'allowed' }]);
  });
  copyFileSync(early, path);
  expect(await isRevoked()).toBe(false);
});

it('notes what it has where nothing was noted, as in a folder of an earlier program or after a restore', async () => {
  await using((store) => store.putApiKey(KEY));
  rmSync(noted);
  expect(await isRevoked()).toBe(false);
  expect(readFileSync(noted, 'utf8')).toBe('1\n');
});

it('changes keys where the number cannot be noted', async () => {
  mkdirSync(noted);
  await using((store) => store.putApiKey({ ...KEY, revokedAt: 2 }));
  expect(await isRevoked()).toBe(true);
});
