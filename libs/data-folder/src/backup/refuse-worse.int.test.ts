import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { ledgerEntries, parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveFolder } from '../../testing/serve-folder.ts';
import { checkBackup } from './restore-folder.ts';

const EVENTS = 48;

let root: string;
let made: string;
let next = 0;

const fresh = (name: string): string => join(root, `${name}-${++next}`);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-worse-'));
  made = join(root, 'made');
  const config = parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: made, TOTAL_RECALL_EMBEDDER: 'off' });
  const service = await serveFolder(config, SILENT_LOGGER);
  await service.stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1 });
  for (let at = 0; at < EVENTS; at += 1)
    await service.ingest.append({
      tenant: 'default',
      space: 'harbour',
      session: 'summer',
      events: [{ kind: 'user_message', text: `pilot ${at} boards a ferry` }],
    });
  await service.ingest.settle(30_000);
  await service.stop();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const restore = (backup: string, dataDir: string) => restoreCopy(backup, dataDir, { masterKeyFrom: join(made, 'master.key') });

it('a backup of a log that lacks records names them, and so does what is restored from it', async () => {
  const { DatabaseSync } = await import('node:sqlite');
  const dataDir = fresh('lacking');
  await cp(made, dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'log.db'));
  const { records } = db.prepare('SELECT max(id) + 1 AS records FROM records').get() as { records: number };
  db.exec('DELETE FROM records WHERE id IN (5, 6)');
  db.close();
  const target = fresh('backup');
  const lost = { records, unreadable: 2, unreadableAt: [5, 6].map((offset) => ({ partition: 0, offset })) };
  expect((await backUp(dataDir, target)).manifest.checked).toMatchObject(lost);
  expect((await restore(target, fresh('restored'))).checked).toMatchObject(lost);
});

it.each<[string, (log: string) => Promise<void>, string]>([
  ['is cut', async (log) => writeFile(log, (await readFile(log)).subarray(0, -4_096)), 'is damaged'],
  ['ends earlier', (log) => change(log, 'DELETE FROM records WHERE id > 30'), 'ends at record 30 of partition 0'],
  ['lacks a record', (log) => change(log, 'DELETE FROM records WHERE id = 7'), 'has 1 records that cannot be read (partition/offset 0/7)'],
])('a backup of a log that %s does not replace a good one, and is made elsewhere', async (_, damage, message) => {
  const [dataDir, target] = [fresh('worse'), fresh('backup')];
  await cp(made, dataDir, { recursive: true });
  const { manifest } = await backUp(dataDir, target);
  await damage(join(dataDir, 'log.db'));
  await expect(backUp(dataDir, target)).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining(message) as string });
  expect((await checkBackup({ backup: target })).manifest).toEqual(manifest);
  const elsewhere = await backUp(dataDir, fresh('backup'));
  expect(elsewhere.manifest.log.fault !== undefined).toBe(message === 'is damaged');
});

it('a backup whose keys lack one names keys.db, as an older log.db would not bring it back', async () => {
  const [dataDir, target] = [fresh('keyless'), fresh('backup')];
  await cp(made, dataDir, { recursive: true });
  const { manifest } = await backUp(dataDir, target);
  await change(join(dataDir, 'keys.db'), "DELETE FROM data_keys WHERE session = 'summer'");
  const refused = await backUp(dataDir, target).catch((error: Error) => error.message);
  expect(refused).toMatch(
    /^keys\.db is older than log\.db, or lacks keys.*Run `total-recall keys merge` with the newest copy of keys\.db, or name another folder/,
  );
  expect(refused).not.toContain('Put log.db back');
  expect((await checkBackup({ backup: target })).manifest).toEqual(manifest);
});

async function change(log: string, statement: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const db = new DatabaseSync(log);
  db.exec(statement);
  db.close();
}

it.each([64, 2 ** 36])('a backup whose last record has the wrong offset, %i too far, is replaced once the log is put right', async (by) => {
  const { DatabaseSync } = await import('node:sqlite');
  const dataDir = fresh('moved');
  await cp(made, dataDir, { recursive: true });
  const [target, good] = [fresh('backup'), await readFile(join(dataDir, 'log.db'))];
  const db = new DatabaseSync(join(dataDir, 'log.db'));
  const { last } = db.prepare('SELECT max(id) AS last FROM records').get() as { last: number };
  db.prepare('UPDATE records SET id = ? WHERE id = ?').run(last + by, last);
  db.close();
  const { manifest } = await backUp(dataDir, target);
  expect(manifest.log.ends).toEqual([last - 1]);
  expect(manifest.checked!.unreadable).toBeGreaterThan(0);
  await writeFile(join(dataDir, 'log.db'), good);
  expect((await backUp(dataDir, target)).manifest.log.ends).toEqual([last]);
});

it.each([
  ['control.db', /has \d+ of \d+ changes of tenants, API keys and policies/, 'Put control.db back from'],
  ['ledger.db', /has \d+ of \d+ entries\. Erasures and legal holds would be lost/, 'Put ledger.db back from'],
])('a backup whose %s is older does not replace the newer one', async (file, why, remedy) => {
  const [dataDir, target, older] = [fresh('older'), fresh('backup'), fresh('copy')];
  await cp(made, dataDir, { recursive: true });
  await cp(join(dataDir, file), older);
  await decide(dataDir);
  const { manifest } = await backUp(dataDir, target);
  for (const end of ['-wal', '-shm', '.changes', '.checked']) await rm(join(dataDir, file + end), { force: true });
  await cp(older, join(dataDir, file));
  const refused = await backUp(dataDir, target).catch((error: Error) => error.message);
  for (const part of [`${file} is older than that of the earlier backup: it `, 'is kept', remedy]) expect(refused).toContain(part);
  expect(refused).toMatch(why);
  expect((await checkBackup({ backup: target })).manifest).toEqual(manifest);
  await cp(join(target, manifest.databases, file), join(dataDir, file));
  await backUp(dataDir, target);
});

it('a backup whose ledger went on from an older copy does not replace the other', async () => {
  const [dataDir, other, target] = [fresh('first'), fresh('second'), fresh('backup')];
  for (const each of [dataDir, other]) {
    await cp(made, each, { recursive: true });
    await decide(each);
  }
  // It has as many entries or more, whatever sweeps have added.
  await decide(other);
  await backUp(dataDir, target);
  await expect(backUp(other, target)).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringMatching(/ledger\.db does not have entry \d+ of that of the earlier backup/) as string,
  });
});

/** Adds a tenant to the control data, and a hold to the ledger. */
async function decide(dataDir: string): Promise<void> {
  const config = parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: dataDir, TOTAL_RECALL_EMBEDDER: 'off' });
  const service = await serveFolder(config, SILENT_LOGGER);
  await service.stores.control.putTenant({ id: 'second', name: 'second', createdAt: 1 });
  const share = await service.stores.ledger!.own(0);
  const entries = await ledgerEntries(service.stores.ledger!, 0);
  await share.append(entries.length, [
    {
      id: `hold-${++next}`,
      tenant: 'default',
      space: 'harbour',
      at: 1,
      actor: 'key',
      act: { type: 'HoldPlaced', name: 'case', scope: { kind: 'space', space: 'harbour' } },
    },
  ]);
  await service.stop();
}
