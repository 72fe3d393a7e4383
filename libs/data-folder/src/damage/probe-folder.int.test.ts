import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderProbe } from './probe-folder.ts';

let dataDir: string;
let log: DatabaseSync;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'total-recall-probe-'));
  await mkdir(join(dataDir, 'artifacts', 'drafts'), { recursive: true });
  log = new DatabaseSync(join(dataDir, 'log.db'));
  log.exec('PRAGMA journal_mode = WAL; CREATE TABLE records (offset INTEGER)');
});
afterEach(async () => {
  log.close();
  await rm(dataDir, { recursive: true, force: true });
});

it('finds nothing in the way of a folder that is as it was opened', async () => {
  const probe = folderProbe(dataDir);
  log.exec('INSERT INTO records VALUES (1)');
  await probe();
  await probe();
});

it('names a file that was replaced, also once it is back, as only a start reads it', async () => {
  const probe = folderProbe(dataDir);
  const [path, aside] = [join(dataDir, 'log.db'), join(dataDir, 'aside')];
  await rename(path, aside);
  await cp(aside, path);
  const replaced = { code: 'unavailable', message: expect.stringContaining('log.db was removed or replaced') };
  await expect(probe()).rejects.toMatchObject(replaced);
  await rename(aside, path);
  await expect(probe()).rejects.toMatchObject(replaced);
});

it('names the folder of the artifacts where it is gone', async () => {
  const probe = folderProbe(dataDir);
  await rename(join(dataDir, 'artifacts'), join(dataDir, 'elsewhere'));
  await expect(probe()).rejects.toMatchObject({ code: 'unavailable', message: `${join(dataDir, 'artifacts', 'drafts')} is gone` });
  await rename(join(dataDir, 'elsewhere'), join(dataDir, 'artifacts'));
  await probe();
});
