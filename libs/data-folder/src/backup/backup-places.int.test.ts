import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCheckedJson } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { backUp as backUpTo, restoreCopy } from '../../testing/back-up.ts';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';
import type { BackUpOptions } from './back-up-folder.ts';
import type { BackedUpArtifact, BackupFile, BackupManifest } from './backup-manifest.ts';
import { checkBackup, type RestoreOptions } from './restore-folder.ts';

let root: string;
const at = (name: string): string => join(root, name);

const backUp = (rest: Partial<BackUpOptions> = {}) => backUpTo(at('served'), at('backup'), rest);
const restore = (dataDir: string, rest: Partial<RestoreOptions> = {}) => restoreCopy(at('backup'), dataDir, rest);
const copies = (): string[] => readdirSync(at('backup')).filter((entry) => entry.startsWith('at-'));

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-backup-places-'));
  const service = await serveWithGateway(root, at('served'));
  await service.append('run-1', ['The gull eats']);
  await service.stop();
  await backUp();
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a restore names the file that holds no master key as it was named, and no place that it takes none from', async () => {
  await mkdir(at('vault'));
  await writeFile(at('vault/copy'), 'no key at all');
  for (const masterKeyFrom of [at('vault/copy'), at('vault')])
    await expect(restore(at('restored'), { masterKeyFrom })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(`^(No master key can be read from the file|There is no master key in) ${masterKeyFrom}`)),
    });
  // The folder must be empty, so that the key cannot be put there before.
  await expect(restore(at('restored'))).rejects.toMatchObject({
    message: expect.stringMatching(/Name your copy with --master-key\.$/) as string,
  });
  await expect(restore(at('restored'), { masterKeyFile: at('vault/other') })).rejects.toMatchObject({
    message: expect.stringContaining(`or put it in ${at('vault/other')}.`) as string,
  });
  expect(await readdir(root)).not.toContain('restored');
});

it('a restore with another master key names that file and the keys it was tried on, before it copies anything', async () => {
  await writeFile(at('vault/wrong.key'), `${'ab'.repeat(32)}\n`);
  const stages: string[] = [];
  const refused = restore(at('restored'), { masterKeyFrom: at('vault/wrong.key'), onProgress: (stage) => void stages.push(stage) });
  const keys = join(at('backup'), copies()[0]!, 'keys.db');
  await expect(refused).rejects.toMatchObject({
    code: 'damaged',
    message: `The master key in ${at('vault/wrong.key')} does not open the keys in ${keys}. Give the master key that was in use when these keys were copied. Nothing was restored.`,
  });
  await expect(restore(at('restored'), { masterKeys: 'ab'.repeat(32) })).rejects.toMatchObject({
    message: expect.stringContaining(`The master key in TOTAL_RECALL_MASTER_KEYS does not open the keys in ${keys}`) as string,
  });
  expect([stages, await readdir(at('restored'))]).toEqual([[], []]);
  await rm(at('restored'), { recursive: true });
});

it.each([
  ['ledgerFile', 'ledger.db'],
  ['controlFile', 'control.db'],
  ['keysFile', 'keys.db'],
] as const)('a restore says that a folder was given as %s', async (option, file) => {
  await expect(restore(at('restored'), { masterKeyFrom: at('served/master.key'), [option]: at('served') })).rejects.toMatchObject({
    code: 'invalid_request',
    message: `${at('served')} is a folder. Name the file, such as ${at(`served/${file}`)}.`,
  });
});

it('a restore is refused into the folder of the backup, whose databases the next backup removes', async () => {
  const before = await readdir(at('backup'));
  await expect(restore(at('backup/at-home'), { masterKeyFrom: at('served/master.key') })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('must not contain each other') as string,
  });
  expect(await readdir(at('backup'))).toEqual(before);
});

it('a backup that failed gives its room back, and what a killed one left goes with the next; the whole one stays', async () => {
  const [whole] = copies();
  await mkdir(at('backup/at-20260101T000000000Z'));
  const there: string[] = [];
  const stopped = backUp({
    onProgress: () => {
      there.push(...copies());
      throw new Error('stopped half way');
    },
  });
  await expect(stopped).rejects.toThrow('stopped half way');
  expect(there.filter((entry) => !entry.endsWith('-keys'))).toHaveLength(2);
  expect(there).not.toContain('at-20260101T000000000Z');
  expect(copies()).toEqual([whole]);
  expect((await checkBackup({ backup: at('backup') })).manifest).toMatchObject({ databases: whole });
});

it('a first backup that was killed leaves nothing behind once the next has begun', async () => {
  const target = at('first');
  const stop = (): never => {
    throw new Error('stopped half way');
  };
  await expect(backUp({ target, onProgress: stop })).rejects.toThrow('stopped half way');
  await mkdir(join(target, 'at-20260101T000000000Z'));
  const there: string[] = [];
  const stopped = backUp({
    target,
    onProgress: () => {
      there.push(...readdirSync(target));
      stop();
    },
  });
  await expect(stopped).rejects.toThrow('stopped half way');
  expect(there.filter((entry) => /^at-\w+$/.test(entry))).toHaveLength(1);
  expect(there).not.toContain('at-20260101T000000000Z');
});

it('a backup copies its keys nowhere but where the next one removes what a killed one left', async () => {
  const tmp = at('tmp');
  await mkdir(tmp);
  vi.stubEnv('TMPDIR', tmp);
  const places: string[] = [];
  const note = (stage: string): void => {
    if (stage !== 'records') return;
    const found = [tmp, at('second'), at('vault-2')].flatMap((folder) =>
      existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [],
    );
    places.push(...found.filter((path) => path.endsWith('keys.db')));
  };
  const target = at('second');
  try {
    await backUp({ target, onProgress: note });
    await backUp({ target, keys: { kind: 'apart', file: at('vault-2/of-it.db') }, onProgress: note });
    await backUp({ target, keys: { kind: 'left_out' }, onProgress: note });
    const { folderId } = (await checkBackup({ backup: target })).manifest;
    const kinds = new Set(places.map((path) => path.replace(/^at-\w+?(-keys)?\//, 'at$1/').replace(/-\w{6}\//, '/')));
    expect([...kinds].sort()).toEqual(['at-keys/keys.db', 'at/keys.db', 'of-it.db.draft/keys.db', `total-recall-keys-${folderId}/keys.db`]);
    expect([await readdir(tmp), await readdir(at('vault-2'))]).toEqual([[], ['of-it.db']]);
    expect((await readdir(target)).filter((entry) => entry.endsWith('-keys'))).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});

const sumOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });

/** Copies the backup and changes the copy, with checksums that fit. Its first file carries the bytes of the attack. */
async function tamper(
  name: string,
  change: (manifest: BackupManifest, planted: Omit<BackupFile, 'path'>, folder: string) => Promise<object> | object,
): Promise<string> {
  const folder = at(name);
  await cp(at('backup'), folder, { recursive: true });
  const { manifest } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { manifest: BackupManifest };
  const planted = Buffer.from('echo planted');
  for (const place of [join(folder, 'planted'), at('planted'), join(folder, 'artifacts', 'planted')]) {
    await mkdir(join(place, '..'), { recursive: true });
    await writeFile(place, planted);
  }
  const changed = { ...manifest, ...(await change(manifest, sumOf(planted), folder)) };
  await writeFile(join(folder, 'manifest.json'), writeCheckedJson('manifest', changed));
  return folder;
}

async function withArtifact(manifest: BackupManifest, artifact: BackedUpArtifact, folder: string): Promise<object> {
  const { artifacts } = manifest;
  const list = Buffer.from(`${await readFile(join(folder, artifacts.list.path), 'utf8')}${JSON.stringify(artifact)}\n`);
  await writeFile(join(folder, artifacts.list.path), list);
  return { artifacts: { ...artifacts, list: { ...artifacts.list, ...sumOf(list) } } };
}

it('a backup that names a file outside its folders is refused by name, and nothing is written there', async () => {
  const inFiles = (path: (databases: string) => string) => (manifest: BackupManifest, planted: object) => ({
    files: [...manifest.files, { path: path(manifest.databases), ...planted }],
  });
  const asArtifact = (tier: string, path: string) => (manifest: BackupManifest, planted: Omit<BackupFile, 'path'>, folder: string) =>
    withArtifact(manifest, { tier, path, storedAt: 1, ...planted } as BackedUpArtifact, folder);
  const attacks = {
    above: inFiles((databases) => `${databases}/../../planted`),
    other: inFiles(() => 'planted'),
    absolute: inFiles((databases) => `${databases}//etc/planted`),
    windows: inFiles((databases) => String.raw`${databases}/..\..\planted`),
    databases: () => ({ databases: '../first' }),
    list: ({ artifacts }: BackupManifest) => ({ artifacts: { ...artifacts, list: { ...artifacts.list, path: '../list' } } }),
    artifact: asArtifact('hot', '../../planted'),
    tier: asArtifact('../../..', 'planted'),
  };
  await mkdir(at('deep/er'), { recursive: true });
  for (const [name, attack] of Object.entries(attacks)) {
    const backup = await tamper(`tampered-${name}`, attack);
    const dataDir = at(`deep/er/${name}`);
    const restored = await restore(dataDir, { backup, masterKeyFrom: at('served/master.key') }).catch((error: unknown) => error);
    expect(existsSync(at('deep/planted')), name).toBe(false);
    const refused = { code: 'damaged', message: expect.stringContaining('which is outside the backup') as string };
    expect(restored, name).toMatchObject(refused);
    await expect(checkBackup({ backup }), name).rejects.toMatchObject(refused);
    if (existsSync(dataDir)) expect(await readdir(dataDir), name).toEqual([]);
  }
});
