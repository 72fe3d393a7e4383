import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStores } from './open-stores.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-identity-'));
  for (const folder of ['data', 'other']) await (await open(folder)).close();
});
afterEach(() => rm(root, { recursive: true, force: true }));

const open = (folder: string) =>
  openStores({ ...parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, folder) }), threads: 'one' });
const opened = (): Promise<string> =>
  open('data').then(
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
  expect(await opened()).toMatch(/log\.db is another than the one that identity\.json names\. .* identity\.json was changed: remove it/);
  await rm(at('identity.json'));
  expect(await opened()).toBe('opened');
  expect(await readFile(at('identity.json'), 'utf8')).toBe(own);
});

it.each([['log.db'], ['keys.db'], ['control.db']])('names %s where it alone is of another folder', async (part) => {
  await cp(join(root, 'other', part), at(part));
  if (part === 'keys.db') await cp(join(root, 'other', 'master.key'), at('master.key'));
  expect(await opened()).toContain(`${part} is not the one that belongs into the data folder`);
});

it('names identity.json that is a folder', async () => {
  await rm(at('identity.json'));
  await mkdir(at('identity.json'));
  expect(await opened()).toMatch(/identity\.json is a folder, and was a file\. Move it away/);
});

it.each(['index.db', 'sessions.db'])('puts a read model aside whose %s is a folder, and fills it anew', async (file) => {
  const folder = (await readdir(at())).find((name) => name.startsWith('read-model-'))!;
  await rm(at(folder, file));
  await mkdir(at(folder, file));
  await writeFile(at(folder, file, 'kept'), '');
  expect(await opened()).toBe('opened');
  expect(await readdir(at(`${folder}.damaged`, file))).toEqual(['kept']);
});
