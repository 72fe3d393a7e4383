import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';
import { backUpFolder, type BackUpOptions } from './back-up-folder.ts';
import { checkBackup, restoreFolder, type RestoreOptions } from './restore-folder.ts';

let root: string;
const at = (name: string): string => join(root, name);

const backUp = (rest: Partial<BackUpOptions> = {}) =>
  backUpFolder({
    dataDir: at('served'),
    target: at('backup'),
    masterKeyFile: at('served/master.key'),
    keys: { kind: 'included' },
    withMasterKey: false,
    withReadModel: false,
    version: '1.0.0',
    clock: createSystemClock(),
    ...rest,
  });
const restore = (dataDir: string, rest: Partial<RestoreOptions> = {}) =>
  restoreFolder({ backup: at('backup'), dataDir, masterKeyFile: join(dataDir, 'master.key'), readers: 2, ...rest });
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

it('a restore is refused into the folder of the backup, whose databases the next backup removes', async () => {
  const before = await readdir(at('backup'));
  await expect(restore(at('backup/at-home'), { masterKeyFrom: at('served/master.key') })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('must not lie in each other') as string,
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
  expect(there).toHaveLength(2);
  expect(there).not.toContain('at-20260101T000000000Z');
  expect(copies()).toEqual([whole]);
  expect(await checkBackup({ backup: at('backup') })).toMatchObject({ databases: whole });
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
  expect(there.filter((entry) => entry.startsWith('at-'))).toHaveLength(1);
  expect(there).not.toContain('at-20260101T000000000Z');
});
