import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';
import { checkBackup } from './restore-folder.ts';

let root: string;
const at = (name: string): string => join(root, name);
const KEY = { id: 'key_1', tenant: 'default', name: 'agent', secretHash: '00', scopes: ['read'], createdAt: 1 } as const;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-later-control-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function served(name: string, work: (service: Awaited<ReturnType<typeof serveWithGateway>>) => Promise<unknown>): Promise<void> {
  const service = await serveWithGateway(root, at(name));
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

const isRevokedIn = async (name: string): Promise<boolean> => {
  let isRevoked = false;
  await served(name, async ({ stores }) => {
    isRevoked = (await stores.control.apiKey(KEY.id))?.revokedAt !== undefined;
  });
  return isRevoked;
};

it('a restore takes later API keys, and refuses earlier ones and those of another folder', async () => {
  await served('served', async ({ append, stores }) => {
    await append('run-1', ['The gull eats']);
    await stores.control.putApiKey(KEY);
  });
  await copyFile(at('served/control.db'), at('early.db'));
  await backUp(at('served'), at('backup'), { withMasterKey: true, withReadModel: true });
  await served('served', ({ stores }) => stores.control.putApiKey({ ...KEY, revokedAt: 2 }));

  await restoreCopy(at('backup'), at('as-it-was'));
  expect(await isRevokedIn('as-it-was')).toBe(false);
  const later = { controlFile: at('served/control.db') };
  expect(await checkBackup({ backup: at('backup'), ...later })).toMatchObject({ manifest: { log: expect.anything() } });
  await restoreCopy(at('backup'), at('restored'), later);
  expect(await isRevokedIn('restored')).toBe(true);
  await served('restored', async ({ read }) => expect(await read('run-1')).toEqual(['The gull eats']));

  await backUp(at('served'), at('backup'), { withMasterKey: true });
  await served('foreign', () => Promise.resolve());
  await writeFile(at('garbage.db'), 'no database '.repeat(1_000));
  for (const [file, code, said] of [
    [at('early.db'), 'invalid_request', 'older than the backup'],
    [at('foreign/control.db'), 'invalid_request', 'of another data folder'],
    [at('nosuch.db'), 'invalid_request', 'There is no control.db'],
    [at('garbage.db'), 'damaged', 'is damaged'],
  ] as const)
    await expect(restoreCopy(at('backup'), at('other'), { controlFile: file })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(said),
    });
  expect(await readdir(at('other'))).toEqual([]);
});
