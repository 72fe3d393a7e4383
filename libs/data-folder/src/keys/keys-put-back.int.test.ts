import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveWithGateway } from '../../testing/serve-with-gateway.ts';

const HOME = { tenant: 'default', space: 'harbour' };

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-keys-back-'));
  dataDir = join(root, 'data');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const serve = () => serveWithGateway(root, dataDir);

/** Erases one event and a session of a folder; `early` is a copy of the keys from before. */
async function erased(early: string): Promise<void> {
  const service = await serve();
  const { events } = await service.append('run-1', ['The gull eats', 'The crane turns', 'The tide waits']);
  await service.append('run-2', ['The ferry leaves']);
  await service.stop();
  await cp(join(dataDir, 'keys.db'), early);
  const next = await serve();
  for (const scope of [
    { kind: 'events', space: 'harbour', eventIds: [events[1]!.id] },
    { kind: 'session', space: 'harbour', session: 'run-2' },
  ] as const)
    await next.eraser!.erase({ tenant: 'default', scope, actor: 'key' });
  await next.stop();
}

async function putBack(keys: string): Promise<void> {
  await cp(keys, join(dataDir, 'keys.db'));
  for (const end of ['-wal', '-shm']) await rm(join(dataDir, `keys.db${end}`), { force: true });
}

/** Makes keys of a program that kept no mark of erasures. */
function unmark(keys: string): void {
  const db = new DatabaseSync(keys);
  db.exec("DROP TABLE erasure_mark; UPDATE schema_version SET version = 2 WHERE owner = 'key-store'");
  db.close();
}

async function expectGone(): Promise<void> {
  const service = await serve();
  expect(service.asked).toMatchObject({ code: 'unavailable', message: expect.stringContaining('are done first') });
  await expect.poll(() => service.isReady(), { timeout: 30_000 }).toBe(true);
  expect(await service.read('run-1')).toEqual(['The gull eats', 'erased', 'The tide waits']);
  await expect(service.read('run-2')).rejects.toMatchObject({ code: 'erased' });
  const { rendered } = await service.retriever.recall({ ...HOME, queries: ['crane ferry'] });
  expect(rendered).not.toMatch(/crane turns|ferry leaves/);
  await service.stop();
  const records = await serve();
  expect(records.asked).toMatchObject({ code: 'unauthenticated' });
  await records.stop();
}

describe('a keys.db of before an erasure that is put back', () => {
  it.each(['with the read model', 'without it'])('brings nothing back: it is erased again before anybody is answered (%s)', async (how) => {
    const early = join(root, 'keys-before.db');
    await erased(early);
    await putBack(early);
    if (how === 'without it') {
      for (const name of await readdir(dataDir)) if (name.startsWith('read-model-')) await rm(join(dataDir, name), { recursive: true });
    }
    await expectGone();
  });

  it('brings nothing back either where it is so old that it has no mark', async () => {
    const early = join(root, 'keys-before.db');
    await erased(early);
    unmark(early);
    await putBack(early);
    await expectGone();
  });

  it('is not seen in the keys of an earlier program, whose folder opens as before', async () => {
    await erased(join(root, 'keys-before.db'));
    unmark(join(dataDir, 'keys.db'));
    const identity = join(dataDir, 'identity.json');
    const { marksErasures: _none, ...former } = JSON.parse(await readFile(identity, 'utf8')) as Record<string, unknown>;
    await writeFile(identity, JSON.stringify(former));
    for (let starts = 0; starts < 2; starts += 1) {
      const service = await serve();
      expect(service.asked).toMatchObject({ code: 'unauthenticated' });
      expect(await service.read('run-1')).toEqual(['The gull eats', 'erased', 'The tide waits']);
      await service.stop();
    }
    expect(JSON.parse(await readFile(identity, 'utf8'))).toMatchObject({ ...former, marksErasures: true });
  });
});

describe('a keys.db of before a session began', () => {
  it('is named with what to do, and not the log, as soon as the service answers', async () => {
    const first = await serve();
    await first.append('run-1', ['The gull eats']);
    await first.stop();
    const early = join(root, 'keys-before.db');
    await cp(join(dataDir, 'keys.db'), early);
    const second = await serve();
    await second.append('run-2', ['The ferry leaves', 'The tide waits']);
    await second.stop();
    const newest = join(root, 'keys-newest.db');
    await cp(join(dataDir, 'keys.db'), newest);

    await putBack(early);
    const third = await serve();
    expect(await third.logHealth()).toEqual({
      ready: true,
      isDegraded: true,
      detail: expect.stringMatching(
        /^degraded: keys\.db is older than log\.db, or lacks keys; 2 records of partition 0 cannot be read, at offsets 1-2; stop the service and run `total-recall keys merge` with the newest copy of keys\.db/,
      ),
    });
    expect(await third.read('run-1')).toEqual(['The gull eats']);
    await expect(third.append('run-2', ['The fog lifts'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('The key of the session run-2 of harbour is not in keys.db'),
    });
    await third.append('run-1', ['The crane turns']);
    await third.append('run-3', ['A session begins']);
    await third.append('run-3', ['A session goes on']);
    await third.stop();

    await putBack(newest);
    const fourth = await serve();
    expect(await fourth.logHealth()).toMatchObject({ ready: true });
    await fourth.append('run-2', ['The fog lifts']);
    expect(await fourth.read('run-2')).toEqual(['The ferry leaves', 'The tide waits', 'The fog lifts']);
    await fourth.stop();
  });
});
