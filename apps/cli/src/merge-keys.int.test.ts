import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let apiKey: string | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
  apiKey = undefined;
});
afterEach(() => folder.remove());

async function serve() {
  const { stop, printed, finished } = startHere(['serve', '--data-dir', dataDir], PORTS);
  const output = await printed(/Ctrl-C stops it/);
  apiKey ??= /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  const client = createClient({ url: /^ *API +(http:\S+)/m.exec(output)![1]!, apiKey });
  return {
    client,
    append: async (space: string, session: string, ...texts: string[]) => {
      const events = texts.map((text) => ({ kind: 'user_message' as const, text }));
      return (await client.space(space).session(session).append(events, { wait: 'searchable' })).events.map(({ id }) => id);
    },
    read: async (space: string, session: string) => {
      const { events } = await client.space(space).session(session).events();
      return events.map(({ body, missing }) => body?.text ?? missing);
    },
    recall: async (space: string, query: string) => JSON.stringify((await client.space(space).recall({ query })).hits),
    stop: async () => {
      stop();
      await finished;
    },
  };
}

const copyOf = (name: string): string => join(folder.path, `${name}-keys.db`);

async function putBack(copy: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(join(dataDir, `keys.db${end}`), { force: true });
  await cp(copyOf(copy), join(dataDir, 'keys.db'));
}

const keep = (name: string): Promise<void> => cp(join(dataDir, 'keys.db'), copyOf(name));
const merge = (copy: string) => runHere(['keys', 'merge', copyOf(copy), '--data-dir', dataDir]);

/**
 * Makes a folder that went on with an older keys.db: runs 1 and 2 began before it was copied, run 3 and the space `dock`
 * were lost with it, and run 4 began since. Something is erased in each time.
 */
async function wentOnWithOlderKeys(withReadModel: boolean): Promise<void> {
  const first = await serve();
  await first.append('harbour', 'run-1', 'The gull eats', 'The crane turns');
  await first.append('harbour', 'run-2', 'The ferry leaves');
  await first.stop();
  await keep('early');

  const second = await serve();
  const [, late, later] = await second.append('harbour', 'run-3', 'The tide waits', 'The anchor rusts', 'The heron stands');
  await second.append('dock', 'shift-1', 'The winch sings');
  await second.client.erase({ space: 'harbour', session: 'run-2' });
  await second.client.erase({ space: 'harbour', eventIds: [late!] });
  await second.stop();
  await keep('newest');

  await putBack('early');
  const looked = await runHere(['doctor', '--json'], { TOTAL_RECALL_DATA_DIR: dataDir });
  expect(looked.stdout).toMatch(/keys\.db is older than log\.db, or lacks keys: it has no key for 4 of the newest records/);
  if (!withReadModel)
    for (const name of await readdir(dataDir)) if (name.startsWith('read-model-')) await rm(join(dataDir, name), { recursive: true });
  const third = await serve();
  const refusal = { message: expect.stringContaining('total-recall keys merge') };
  await expect(third.append('harbour', 'run-3', 'The fog lifts')).rejects.toMatchObject(refusal);
  await expect(third.append('dock', 'shift-2', 'The fog lifts')).rejects.toMatchObject(refusal);
  const [between] = await third.append('harbour', 'run-4', 'The eel hides', 'The moss grows');
  await third.append('harbour', 'run-1', 'The buoy nods');
  await third.append('quay', 'walk-1', 'The rope dries');
  await third.client.erase({ space: 'harbour', eventIds: [later!, between!] });
  await third.stop();
  await keep('between');
}

async function expectAllBack(): Promise<void> {
  const service = await serve();
  expect(await service.read('harbour', 'run-1')).toEqual(['The gull eats', 'The crane turns', 'The buoy nods']);
  await expect(service.read('harbour', 'run-2')).rejects.toMatchObject({ code: 'erased' });
  expect(await service.read('harbour', 'run-3')).toEqual(['The tide waits', 'erased', 'erased']);
  expect(await service.read('harbour', 'run-4')).toEqual(['erased', 'The moss grows']);
  expect(await service.read('dock', 'shift-1')).toEqual(['The winch sings']);
  expect(await service.read('quay', 'walk-1')).toEqual(['The rope dries']);
  expect(await service.recall('harbour', 'tide')).toContain('The tide waits');
  expect(await service.recall('dock', 'winch')).toContain('The winch sings');
  const [gone, kept] = [/anchor|ferry|eel|heron/, await service.recall('harbour', 'anchor ferry eel heron tide')];
  expect(kept).not.toMatch(gone);
  await service.append('dock', 'shift-2', 'The fog lifts');
  await service.append('harbour', 'run-3', 'The fog lifts');
  await service.stop();
  const verified = await runHere(['verify', '--data-dir', dataDir]);
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('Everything stored matches the log') });
}

describe('a folder that went on with an older keys.db', () => {
  it.each([
    ['the older one that it went on with', 'between', 'newest', true],
    ['the newest one, put back as it was named before', 'newest', 'between', true],
    ['the older one, with which the read model was filled', 'between', 'newest', false],
  ])('opens all that was acknowledged, and nothing that was erased, once they are merged into %s', async (_, own, other, withReadModel) => {
    await wentOnWithOlderKeys(withReadModel);
    await putBack(own);
    expect(await merge(other)).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(dataDir)).not.toContain('keys.merge');
    const again = await merge(other);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('0 keys added, 0 destroyed') });
    if (!withReadModel) expect(await runHere(['verify', '--data-dir', dataDir, '--repair'])).toMatchObject({ code: 0 });
    await expectAllBack();
    expect((await merge('early')).stdout).toContain('0 keys added, 0 destroyed');
    await expect(serve().then(async (service) => (await service.stop(), service))).resolves.toBeDefined();
  });
});

it('keys of another folder, of none, and of a service that runs are not merged', async () => {
  const service = await serve();
  await service.append('harbour', 'run-1', 'The gull eats');
  expect(await runHere(['keys', 'merge', copyOf('own'), '--data-dir', dataDir])).toMatchObject({ code: 1 });
  await service.stop();
  await keep('own');
  const [home, own] = [dataDir, apiKey];
  [dataDir, apiKey] = [join(folder.path, 'other'), undefined];
  await (await serve()).stop();
  expect(await merge('own')).toMatchObject({ code: 2, stderr: expect.stringContaining('are from another data folder') });
  await keep('other');
  [dataDir, apiKey] = [home, own];
  expect(await merge('other')).toMatchObject({ code: 2, stderr: expect.stringContaining('are from another data folder') });
  const missing = await runHere(['keys', 'merge', join(folder.path, 'none.db'), '--data-dir', dataDir]);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('There are no keys in') });
  const itself = await runHere(['keys', 'merge', join(dataDir, 'keys.db'), '--data-dir', dataDir]);
  expect(itself).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the other copy') });
});
