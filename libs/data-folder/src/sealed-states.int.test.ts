import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteSessionStore } from '@total-recall/adapter-sqlite';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveFolder } from '../testing/serve-folder.ts';

const RUN = { tenant: 'default', space: 'harbour', session: 'run-1' };
/** Name chosen by the caller, which a session state keeps. */
const PLANTED = 'zqvxkj-order-4711';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-sealed-states-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const serve = () =>
  serveFolder(parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, 'data'), TOTAL_RECALL_EMBEDDER: 'off' }));

async function readModel(): Promise<string> {
  return join(
    root,
    'data',
    (await readdir(join(root, 'data'))).find((entry) => entry.startsWith('read-model-'))!,
  );
}

async function stands(): Promise<string[]> {
  const folder = await readModel();
  const files = (await readdir(folder)).filter((name) => name.startsWith('sessions.db'));
  const found = await Promise.all(files.map(async (name) => (await readFile(join(folder, name))).includes(PLANTED)));
  return files.filter((_, at) => found[at]);
}

it('states that an earlier program saved are sealed when their folder is opened, and say what they said', async () => {
  let service = await serve();
  await service.ingest.append({
    ...RUN,
    source: PLANTED,
    events: [{ kind: 'user_message', text: 'Hello', sequence: 1 }],
    wait: 'searchable',
  });
  await service.ingest.settle(30_000);
  const state = (await service.stores.sessions.load(RUN))!;
  expect(JSON.stringify(state)).toContain(PLANTED);
  expect(await stands()).toEqual([]);
  const earlier = await createSqliteSessionStore({ path: join(await readModel(), 'sessions.db') });
  await earlier.save([state]);
  expect(await earlier.unsealed(0, 10)).toHaveLength(1);
  await earlier.close();
  await service.stop();
  expect(await stands()).not.toEqual([]);

  service = await serve();
  expect(await stands()).toEqual([]);
  expect(await service.stores.sessions.load(RUN)).toEqual(state);
  await service.stop();
  expect(await stands()).toEqual([]);
});
