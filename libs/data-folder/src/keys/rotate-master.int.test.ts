import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '@total-recall/adapter-sqlite';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp, restoreCopy } from '../../testing/back-up.ts';
import { serveFolder } from '../../testing/serve-folder.ts';
import { rotateFolderMaster } from './rotate-master.ts';

const KEYS = [1, 2, 3].map((digit) => `${digit}`.repeat(64));
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-rotate-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const configOf = (folder: string, env: Record<string, string> = {}) =>
  parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, folder), TOTAL_RECALL_EMBEDDER: 'off', ...env });

async function serve(config: ReturnType<typeof configOf>) {
  const cores = await serveFolder(config);
  const say = (space: string) =>
    cores.ingest.append({
      tenant: 't',
      space,
      session: 's',
      events: [{ kind: 'user_message', text: `said in ${space}` }],
      wait: 'searchable',
    });
  const heard = async (space: string) =>
    (await cores.retriever.events({ tenant: 't', space, session: 's', limit: 5 })).events.map(({ body }) => body?.text);
  return { ...cores, say, heard };
}

const spaces = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, at) => `space-${from + at}`);

describe('a new master key', () => {
  it('comes into force beside a service that goes on writing, and the old one goes with the last key it wraps', async () => {
    const config = configOf('data');
    let service = await serve(config);
    for (const space of spaces(0, 8)) await service.say(space);
    const old = await readFile(config.masterKeyFile, 'utf8');
    const backup = (folder: string) => backUp(config.dataDir, join(root, folder), { withMasterKey: true });
    await backup('before');
    await backUp(config.dataDir, join(root, 'keyless'));
    const before = await rotateFolderMaster(config, { onlyLook: true });
    const writing = (async () => {
      for (const space of spaces(8, 24)) await service.say(space);
    })();
    const state = await rotateFolderMaster(config);
    await Promise.all([backup('beside'), rotateFolderMaster(config), writing]);
    expect(state.inForce).not.toEqual(before.inForce);
    const last = await rotateFolderMaster(config, { onlyLook: true });
    expect(last).toMatchObject({ behind: 0, inForce: last.wanted });
    expect(last.keys).toBeGreaterThanOrEqual(24);
    const now = await readFile(config.masterKeyFile, 'utf8');
    expect([now.trim().length, now.includes(old.trim())]).toEqual([64, false]);
    for (const space of spaces(0, 24)) expect(await service.heard(space)).toEqual([`said in ${space}`]);
    await service.stop();

    service = await serve(config);
    for (const space of spaces(0, 24)) expect(await service.heard(space)).toEqual([`said in ${space}`]);
    await service.stop();

    // A backup opens with the master key of its time.
    for (const made of ['before', 'beside']) {
      const restored = configOf(`restored-${made}`);
      await restoreCopy(join(root, made), restored.dataDir);
      const again = await serve(restored);
      for (const space of spaces(0, 8)) await expect.poll(() => again.heard(space)).toEqual([`said in ${space}`]);
      await again.stop();
    }

    // One without a master key opens with the key that was taken out of the file.
    const restored = configOf('restored-keyless');
    await restoreCopy(join(root, 'keyless'), restored.dataDir, { masterKeyFrom: `${config.masterKeyFile}.former` });
    const again = await serve(restored);
    for (const space of spaces(0, 8)) await expect.poll(() => again.heard(space)).toEqual([`said in ${space}`]);
    await again.stop();
  });

  it('is given by whoever keeps the keys, who is told when the old one has no use', async () => {
    const under = (...keys: string[]) => configOf('data', { TOTAL_RECALL_MASTER_KEYS: keys.join(',') });
    let service = await serve(under(KEYS[0]!));
    await service.say('kept');
    await expect(readFile(join(root, 'data', 'master.key'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(rotateFolderMaster(under(KEYS[0]!))).rejects.toMatchObject({ code: 'invalid_request' });
    const [wanting, done] = [
      await rotateFolderMaster(under(KEYS[1]!, KEYS[0]!), { onlyLook: true }),
      rotateFolderMaster(under(KEYS[1]!, KEYS[0]!)),
    ];
    expect(wanting.wanted).not.toEqual(wanting.inForce);
    expect(await done).toMatchObject({ behind: 0, inForce: wanting.wanted });
    // The running service keeps what it has open, but needs the new key for another space.
    await service.say('kept');
    await expect(service.say('later')).rejects.toMatchObject({ code: 'unavailable' });
    await service.stop();
    await expect(serve(under(KEYS[0]!))).rejects.toMatchObject({ code: 'damaged' });
    service = await serve(under(KEYS[1]!));
    expect(await service.heard('kept')).toHaveLength(2);
    await service.say('later');
    await service.stop();
  });

  it('is put first where the key file is a copy that may not be written', async () => {
    const config = configOf('data');
    const service = await serve(config);
    await service.say('kept');
    const old = await readFile(config.masterKeyFile, 'utf8');
    await chmod(config.masterKeyFile, 0o400);
    await expect(rotateFolderMaster(config)).rejects.toMatchObject({ code: 'invalid_request' });
    await chmod(config.masterKeyFile, 0o600);
    await writeFile(config.masterKeyFile, `${KEYS[2]}\n${old}`);
    await chmod(config.masterKeyFile, 0o400);
    const state = await rotateFolderMaster(config);
    expect(state).toMatchObject({ behind: 0, inForce: state.wanted });
    // The service reads the file again.
    await service.say('later');
    await service.stop();
  });

  it('is made by one rotation at a time', async () => {
    const config = configOf('data');
    const service = await serve(config);
    for (const space of spaces(0, 8)) await service.say(space);
    const release = lockFile(join(config.dataDir, 'rotation.db'), 0)!;
    await expect(rotateFolderMaster(config)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await rotateFolderMaster(config, { onlyLook: true })).toMatchObject({ behind: 0 });
    release();
    const outcomes = await Promise.allSettled([rotateFolderMaster(config), rotateFolderMaster(config)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await service.stop();
    const again = await serve(config);
    for (const space of spaces(0, 8)) expect(await again.heard(space)).toEqual([`said in ${space}`]);
    await again.stop();
  });
});
