import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';

const SESSION = { tenant: 'default', space: 'harbour', session: 'summer' };

let root: string;
let own: string;
let other: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-foreign-'));
  own = await fill('own', 12);
  other = await fill('other', 5);
  // As after a crash: a read model that was closed in order is read and compared with its seal.
  await rm(join(own, 'seal.json'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const serve = (folder: string) =>
  serveFolder(parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, folder), TOTAL_RECALL_EMBEDDER: 'off' }));

/** Makes a data folder with so many events, and returns its read model. */
async function fill(folder: string, events: number): Promise<string> {
  const service = await serve(folder);
  await service.stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1, quotas: {} } as never);
  for (let at = 0; at < events; at += 1)
    await service.ingest.append({ ...SESSION, events: [{ kind: 'user_message', text: `ferry ${at} of ${folder}` }] });
  await service.ingest.settle(30_000);
  await service.stop();
  return join(
    root,
    folder,
    (await readdir(join(root, folder))).find((name) => name.startsWith('read-model-'))!,
  );
}

async function expectWhole(): Promise<void> {
  const service = await serve('own');
  const { events } = await service.retriever.events({ ...SESSION, limit: 100 });
  await service.stop();
  expect(events.map(({ body }) => body?.text)).toEqual(Array.from({ length: 12 }, (_, at) => `ferry ${at} of own`));
}

const aside = async (): Promise<boolean> => (await readdir(join(root, 'own'))).some((name) => name.endsWith('.damaged'));

it.each([[['index.db']], [['sessions.db']], [['index.db', 'sessions.db']]])(
  'a read model with the %s of another folder is put aside and filled anew, and hides nothing',
  async (files) => {
    for (const file of files) await cp(join(other, file), join(own, file));
    await expectWhole();
    expect(await aside()).toBe(true);
  },
);

it('a read model of an earlier version, which names no log, is kept and names it from then on', async () => {
  const change = (file: string, sql: string): unknown => {
    const db = new DatabaseSync(join(own, file));
    try {
      return db.prepare(sql).get();
    } finally {
      db.close();
    }
  };
  for (const file of ['index.db', 'sessions.db']) change(file, 'DROP TABLE data_folder');
  await expectWhole();
  expect(await aside()).toBe(false);
  for (const file of ['index.db', 'sessions.db'])
    expect(own).toContain(`read-model-${(change(file, 'SELECT id FROM data_folder') as { id: string }).id}-v`);
});

it('a read model with a folder in the place of its seal is opened as one without a seal', async () => {
  await mkdir(join(own, 'seal.json'));
  await expectWhole();
  expect(await aside()).toBe(false);
});
