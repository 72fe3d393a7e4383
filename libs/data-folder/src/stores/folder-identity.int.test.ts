import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStores } from './open-stores.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-identity-'));
  for (const folder of ['data', 'other']) await (await open(folder)).close();
});
afterEach(() => rm(root, { recursive: true, force: true }));

const open = (folder: string, env: Readonly<Record<string, string>> = {}) =>
  openStores({ ...parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, folder), ...env }), threads: 'one' });
const opened = (env?: Readonly<Record<string, string>>): Promise<string> =>
  open('data', env).then(
    (stores) => stores.close().then(() => 'opened'),
    (error: Error) => error.message,
  );
const at = (...path: string[]): string => join(root, 'data', ...path);

it('names identity.json where it is of another folder than the databases, and what to do helps', async () => {
  const own = await readFile(at('identity.json'), 'utf8');
  await cp(join(root, 'other', 'identity.json'), at('identity.json'));
  expect(await opened()).toMatch(/identity\.json is of another folder than its databases\. .*remove it/);
  await rm(at('identity.json'));
  expect(await opened()).toBe('opened');
  expect(await readFile(at('identity.json'), 'utf8')).toBe(own);
});

it('names identity.json where it alone was changed, beside the log that it does not know', async () => {
  const own = await readFile(at('identity.json'), 'utf8');
  const { generation } = JSON.parse(own) as { generation: string };
  await writeFile(at('identity.json'), own.replace(generation, `x${generation.slice(1)}`));
  expect(await opened()).toMatch(/log\.db is not the one that identity\.json names\. .* identity\.json was changed: remove it/);
  await rm(at('identity.json'));
  expect(await opened()).toBe('opened');
  expect(await readFile(at('identity.json'), 'utf8')).toBe(own);
});

it('names log.db where its number of partitions was changed, whatever number is set', async () => {
  const made = JSON.parse(await readFile(at('identity.json'), 'utf8')) as { partitions?: number };
  await writeFile(at('identity.json'), JSON.stringify({ ...made, partitions: undefined }));
  expect(await opened()).toBe('opened');
  expect(JSON.parse(await readFile(at('identity.json'), 'utf8'))).toMatchObject({ partitions: 1 });
  const log = new DatabaseSync(at('log.db'));
  log.exec('UPDATE identity SET partitions = 4');
  log.close();
  const damaged = /log\.db is damaged: it says that it was made with 4 partitions, and was with 1\. Put it back from a backup/;
  expect(await opened()).toMatch(damaged);
  expect(await opened({ TOTAL_RECALL_PARTITIONS: '4' })).toMatch(damaged);
});

it('says that identity.json may be the one where its number of partitions was changed, and removing it helps', async () => {
  const own = await readFile(at('identity.json'), 'utf8');
  await writeFile(at('identity.json'), own.replace('"partitions":1', '"partitions":3'));
  expect(await opened()).toMatch(/Where 1 was always set .*, log\.db is right and identity\.json was changed: remove identity\.json/);
  await rm(at('identity.json'));
  expect(await opened()).toBe('opened');
  expect(await readFile(at('identity.json'), 'utf8')).toBe(own);
});

it.each(['"1"', '0', '-1', '1.5', '[1]'])('names identity.json where its number of partitions is %s', async (partitions) => {
  const own = await readFile(at('identity.json'), 'utf8');
  await writeFile(at('identity.json'), own.replace('"partitions":1', `"partitions":${partitions}`));
  expect(await opened()).toMatch(/identity\.json is damaged\. Put it back from a backup, or remove it/);
});

it.each([['log.db'], ['keys.db'], ['control.db']])('names %s where it alone is of another folder', async (part) => {
  await cp(join(root, 'other', part), at(part));
  if (part === 'keys.db') await cp(join(root, 'other', 'master.key'), at('master.key'));
  expect(await opened()).toContain(`${part} is not the one that belongs into the data folder`);
});

it('names identity.json that is a folder', async () => {
  await rm(at('identity.json'));
  await mkdir(at('identity.json'));
  expect(await opened()).toMatch(/identity\.json is a folder, but was a file\. Move it away/);
});

it.each(['index.db', 'sessions.db'])('puts a read model aside whose %s is a folder, and fills it anew', async (file) => {
  const folder = (await readdir(at())).find((name) => name.startsWith('read-model-'))!;
  await rm(at(folder, file));
  await mkdir(at(folder, file));
  await writeFile(at(folder, file, 'kept'), '');
  expect(await opened()).toBe('opened');
  expect(await readdir(at(`${folder}.damaged`, file))).toEqual(['kept']);
});
