import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ApiKey } from '@total-recall/ports';
import { sampleRecord } from '@total-recall/ports/testing';
import { parseConfig } from '@total-recall/runtime';
import { openStores } from '@total-recall/data-folder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHere } from '../../testing/run-cli.ts';
import { runChecks } from './check.ts';
import { dataFolderChecks } from './data-folder-checks.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'total-recall-doctor-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('doctor says that units.db is of a later ledger, or damaged, and changes neither', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const look = () =>
    dataFolderChecks(config)
      .find(({ name }) => name === 'stores')!
      .run();
  const stores = await openStores(config);
  await stores.units!.save(0, [], { sequence: 3, entryId: 'gone' });
  await stores.close();
  for (let twice = 0; twice < 2; twice += 1)
    expect(await look()).toMatchObject({
      detail: 'units.db was built from a later ledger than ledger.db',
      advice: expect.stringMatching(/last entries are lost: put the newest copy back before you start.* next start/),
    });
  // The repair leaves them too: they show what the ledger lost.
  for (const args of [[], ['--repair']]) {
    const verified = await runHere(['verify', '--data-dir', dataDir, ...args]);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(/units: .*belongs to nothing.*last entries are lost.*put the newest copy back before you start/);
  }
  await truncate(join(dataDir, 'units.db'), 5_000);
  for (let twice = 0; twice < 2; twice += 1) expect(await look()).toMatchObject({ outcome: 'warn', detail: 'units.db is damaged' });
});

it('doctor names the file that is damaged, and what a start makes of it', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  await (await openStores(config)).close();
  const checks = dataFolderChecks(config).filter(({ name }) => name === 'stores' || name === 'master key');
  await truncate(join(dataDir, 'anatomy.db'), 5_000);
  const [, stores] = await runChecks(checks, () => undefined);
  expect(stores).toMatchObject({ outcome: 'warn', detail: 'anatomy.db is damaged', advice: expect.stringContaining('start empty') });
  await expect(openStores({ ...config, mends: false })).rejects.toThrow(
    /anatomy\.db is damaged or from another folder\. Remove it, or start the service/,
  );
  await truncate(join(dataDir, 'keys.db'), 5_000);
  for (const result of await runChecks(checks, () => undefined))
    expect(result).toMatchObject({
      outcome: 'fail',
      detail: `${join(dataDir, 'keys.db')} is damaged and cannot be opened. Put it back from a backup of this folder.`,
    });
});

it('doctor says which write-ahead log is older than its database, and what to do, and changes neither', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const at = { tenant: 'default', space: 'main', session: 'alpha' };
  const stores = await openStores(config);
  await stores.keys.sessionKey(at);
  await copyFile(join(dataDir, 'keys.db-wal'), join(dataDir, 'early'));
  await stores.keys.destroySession(at);
  await stores.close();
  await copyFile(join(dataDir, 'early'), join(dataDir, 'keys.db-wal'));
  const checks = dataFolderChecks(config).filter(({ name }) => name === 'stores' || name === 'master key');
  for (let twice = 0; twice < 2; twice += 1)
    for (const result of await runChecks(checks, () => undefined))
      expect(result).toMatchObject({
        outcome: 'fail',
        detail: expect.stringMatching(/keys\.db-wal .*Move keys\.db-wal/),
      });
});

it('doctor says that last offsets of the log are damaged, changes nothing, and takes a log whose own were made anew', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const path = join(dataDir, 'log.db');
  const look = () =>
    dataFolderChecks(config)
      .find(({ name }) => name === 'stores')!
      .run();
  const stores = await openStores(config);
  const record = sampleRecord('acme/demo/alpha', 'first');
  const { keyId } = await stores.keys.sessionKey(record.envelope);
  await stores.log.append([{ ...record, envelope: { ...record.envelope, keyId } }]);
  await stores.close();
  const db = new DatabaseSync(path);
  const { pageno } = db.prepare("SELECT pageno FROM dbstat WHERE name = 'heads'").get() as { pageno: number };
  db.close();
  const bytes = await readFile(path);
  bytes.fill(0xff, (pageno - 1) * 8_192, pageno * 8_192);
  await writeFile(path, bytes);
  const files = await readdir(dataDir);
  for (let twice = 0; twice < 2; twice += 1)
    expect(await look()).toMatchObject({
      outcome: 'warn',
      detail: expect.stringContaining('log.db'),
      advice: expect.stringContaining('next start'),
    });
  expect((await readFile(path)).equals(bytes)).toBe(true);
  expect(await readdir(dataDir)).toEqual(files);
  await truncate(path, bytes.length - 8_192);
  await expect(look()).rejects.toThrow(/log\.db is damaged, as its end is missing/);
  await writeFile(path, bytes);
  await (await openStores(config)).close();
  expect(await look()).toMatchObject({ detail: expect.stringContaining('1 records in one partition') });
});

it('doctor blames log.db, and not keys.db, where a record names a key that its session never had', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const stores = await openStores(config);
  const record = sampleRecord('default/main/x', '1');
  const { keyId } = await stores.keys.sessionKey({ tenant: 'default', space: 'main', session: 'x' });
  for (const named of [keyId, `key_${'0'.repeat(24)}`])
    await stores.log.append([{ ...record, envelope: { ...record.envelope, keyId: named } }]);
  await stores.close();
  const found = await dataFolderChecks(config)
    .find(({ name }) => name === 'stores')!
    .run();
  expect(found).toMatchObject({
    outcome: 'warn',
    detail: 'log.db is damaged: 1 of the newest records name a key that their session never had',
  });
});

it('doctor and a start name identity.json where its id alone was changed', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  await (await openStores(config)).close();
  const path = join(dataDir, 'identity.json');
  const own = JSON.parse(await readFile(path, 'utf8')) as { id: string };
  await writeFile(path, JSON.stringify({ ...own, id: `${own.id.startsWith('0') ? '1' : '0'}${own.id.slice(1)}` }));
  const checks = dataFolderChecks(config).filter(({ name }) => name === 'stores' || name === 'master key');
  for (const result of await runChecks(checks, () => undefined))
    expect(result).toMatchObject({
      outcome: 'fail',
      detail: expect.stringMatching(/identity\.json is of another folder than its databases\. .*remove it/),
    });
});

it('doctor says that a folder is in the place of the log', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  await mkdir(join(dataDir, 'log.db'));
  const [stores] = await runChecks(
    dataFolderChecks(config).filter(({ name }) => name === 'stores'),
    () => undefined,
  );
  expect(stores).toMatchObject({ outcome: 'fail', detail: expect.stringMatching(/log\.db is a folder, but was a file/) });
});

it('doctor counts the tenants that were made, beside that of the operator', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const stores = await openStores(config);
  for (const id of ['default', 'system']) await stores.control.putTenant({ id, name: id, createdAt: 1 });
  await stores.control.putApiKey(adminKey('default', {}));
  await stores.close();
  const found = await dataFolderChecks(config)
    .find(({ name }) => name === 'stores')!
    .run();
  expect(found).toMatchObject({ outcome: 'ok', detail: expect.stringContaining("1 tenant beside the operator's") });
});

it('doctor names the tenants that no admin key is valid of, and the way back', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const stores = await openStores(config);
  const keys = { acme: {}, revoked: { revokedAt: 2 }, expired: { expiresAt: 2 }, narrow: { spaces: ['main'] }, gone: undefined };
  for (const [id, key] of Object.entries(keys)) {
    await stores.control.putTenant({ id, name: id, createdAt: 1, ...(id === 'gone' && { removedAt: 2 }) });
    if (key) await stores.control.putApiKey(adminKey(id, key));
  }
  await stores.close();
  const found = await dataFolderChecks(config)
    .find(({ name }) => name === 'stores')!
    .run();
  expect(found).toEqual({
    outcome: 'warn',
    detail: 'no admin key is valid any more of 3 tenants: expired, narrow, revoked',
    advice: 'total-recall keys recover --tenant expired',
  });
});

const adminKey = (tenant: string, key: Partial<ApiKey>): ApiKey => ({
  id: `key-${tenant}`,
  tenant,
  name: tenant,
  secretHash: '0'.repeat(64),
  scopes: ['admin'],
  createdAt: 1,
  ...key,
});

it('doctor says that the clock is behind the log', async () => {
  const config = parseConfig('standalone', { HOME: dataDir, TOTAL_RECALL_DATA_DIR: dataDir });
  const stores = await openStores(config);
  const record = sampleRecord('default/main/x', '1');
  const { keyId } = await stores.keys.sessionKey({ tenant: 'default', space: 'main', session: 'x' });
  await stores.log.append([{ ...record, envelope: { ...record.envelope, keyId, recordedAt: Date.now() + 3 * 24 * 3_600_000 } }]);
  await stores.close();
  const check = dataFolderChecks(config).find(({ name }) => name === 'stores')!;
  expect(await clockOf(check.run)).toContain('the clock of this machine is 3 days behind the newest record of the log');
});

const clockOf = async (run: () => Promise<{ readonly detail: string }>): Promise<string> => (await run()).detail;
