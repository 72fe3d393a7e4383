import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openKeyScratch, type KeyDestination } from './key-scratch.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-scratch-'));
  vi.stubEnv('TMPDIR', root);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const open = (keys: KeyDestination, folderId = 'f1') => openKeyScratch({ keys, target: root, databases: 'at-1', folderId });

it('keys of a backup with them are copied in the target, under a name that the next backup removes', async () => {
  const scratch = await open({ kind: 'included' });
  expect(scratch.folder).toBe(join(root, 'at-1-keys'));
  expect(statSync(scratch.folder).mode & 0o777).toBe(0o700);
  await scratch.remove();
  expect(await readdir(root)).toEqual([]);
});

it.each<[string, KeyDestination]>([
  ['a separate file', { kind: 'apart', file: 'vault/keys.db' }],
  ['nowhere', { kind: 'left_out' }],
])('what a killed backup with keys in %s left is removed, and nothing that one holds or that is of others', async (_where, keys) => {
  const to = keys.kind === 'apart' ? { ...keys, file: join(root, keys.file) } : keys;
  const running = await open(to);
  await writeFile(join(running.folder, 'keys.db'), 'keys');
  expect(statSync(running.folder).mode & 0o777).toBe(0o700);
  const left = running.folder.slice(0, -6) + 'killed';
  await cp(running.folder, left, { recursive: true });
  const foreign = running.folder.slice(0, -6).replace('f1', 'f2').replace('keys.db', 'others.db') + 'killed';
  await mkdir(foreign);
  await cp(running.folder, foreign, { recursive: true });
  const next = await open(to);
  expect([running.folder, left, foreign, next.folder].map((folder) => existsSync(folder))).toEqual([true, false, true, true]);
  await Promise.all([running.remove(), next.remove()]);
  expect([running.folder, next.folder].map((folder) => existsSync(folder))).toEqual([false, false]);
});
