import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEnvironmentMasterKeys, eventKey } from '@total-recall/runtime';
import type { KeyStore, MasterKeys } from '@total-recall/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { mergeKeys, type MergeKeysOptions } from './merge-keys.ts';
import { createSqliteKeyStore } from './sqlite-key-store.ts';

const OWN_FOLDER = { id: 'f'.repeat(32), adopts: true };
const [FORMER, LATER] = [1, 2].map((digit) => `${digit}`.repeat(64)) as [string, string];
const [ONE, TWO, THREE] = ['one', 'two', 'three'].map((session) => ({ tenant: 't', space: 'a', session }));

let folder: ReturnType<typeof temporaryFolder>;
let [path, copy] = ['', ''];
beforeEach(() => {
  folder = temporaryFolder();
  [path, copy] = [join(folder.path, 'keys.db'), join(folder.path, 'other.db')];
});
afterEach(() => folder.remove());

const under = (...keys: string[]): MasterKeys => createEnvironmentMasterKeys(keys.join(','));

async function using<T>(file: string, work: (store: KeyStore) => Promise<T>, masters = under(FORMER)): Promise<T> {
  const store = await createSqliteKeyStore({ path: file, masters, folder: OWN_FOLDER });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const merge = (options: Partial<MergeKeysOptions> = {}) =>
  mergeKeys({
    path,
    copy,
    folder: OWN_FOLDER,
    masters: under(FORMER),
    usedKeys: async () => new Set(),
    seenByBoth: (own) => own,
    ...options,
  });

it('takes out of a key the events that either state of it lacks, and sets the mark to what both have seen', async () => {
  const { keyId, key } = await using(path, (store) => store.sessionKey(ONE!));
  copyFileSync(path, copy);
  await using(path, async (store) => {
    await store.destroyEvents(ONE!, ['own']);
    await store.erasureMark!.write(0, 'second');
  });
  await using(copy, async (store) => {
    await store.destroyEvents(ONE!, ['other']);
    await store.erasureMark!.write(0, 'first');
  });
  expect(await merge({ seenByBoth: (_, other) => other })).toEqual({ added: 0, destroyed: 1, erasesAgain: true });
  await using(path, async (store) => {
    const merged = (await store.open('t', 'a', keyId)) as Uint8Array;
    expect(['own', 'other', 'kept'].map((name) => eventKey(merged, name))).toEqual([undefined, undefined, eventKey(key, 'kept')]);
    expect(await store.erasureMark!.read(0)).toBe('first');
  });
});

it('leaves no bytes of a key that it destroys', async () => {
  await using(path, (store) => store.sessionKey(ONE!));
  copyFileSync(path, copy);
  const db = new DatabaseSync(copy, { readOnly: true });
  const row = db.prepare("SELECT wrapped FROM data_keys WHERE session = 'one'").get() as { wrapped: Uint8Array };
  const wrapped = Buffer.from(row.wrapped);
  db.close();
  expect(readFileSync(path).includes(wrapped)).toBe(true);
  await using(copy, (store) => store.destroySession(ONE!));
  expect(await merge()).toMatchObject({ destroyed: 1 });
  expect(readFileSync(path).includes(wrapped)).toBe(false);
});

it('takes keys that are wrapped under a former master key over to the one in force', async () => {
  await using(path, (store) => store.sessionKey(ONE!));
  copyFileSync(path, copy);
  const two = await using(copy, (store) => store.sessionKey(TWO!));
  const elsewhere = await using(copy, (store) => store.sessionKey({ ...TWO!, space: 'b' }));
  const both = under(LATER, FORMER);
  await using(path, (store) => store.rotateMaster(), both);
  await using(path, (store) => store.sessionKey(THREE!), under(LATER));
  await expect(merge({ masters: under(LATER) })).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await merge({ masters: both })).toEqual({ added: 3, destroyed: 0, erasesAgain: false });
  await using(
    path,
    async (store) => {
      expect(await store.sessionKey(TWO!)).toEqual(two);
      expect(await store.open('t', 'b', elsewhere.keyId)).toEqual(elsewhere.key);
      expect(await store.masterState()).toMatchObject({ behind: 0 });
    },
    under(LATER),
  );
});

it('changes nothing where records were sealed with two keys of one session', async () => {
  await using(path, (store) => store.spaceKey('t', 'a'));
  copyFileSync(path, copy);
  const ids = await Promise.all([path, copy].map((file) => using(file, async (store) => (await store.sessionKey(ONE!)).keyId)));
  const usedKeys = async (): Promise<ReadonlySet<string>> => new Set(ids);
  await expect(merge({ usedKeys })).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining('one of a') });
  await using(path, async (store) => expect((await store.sessionKey(ONE!)).keyId).toBe(ids[0]));
});
