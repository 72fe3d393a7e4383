import { copyFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';

const HOME = { tenant: 'default', space: 'harbour', session: 'quay' };
const FILES = ['index.db', 'sessions.db'];

let root: string;
let early: string;
let late: string;
let readModel: string;

const serve = (folder: string) =>
  serveFolder(parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: folder, TOTAL_RECALL_EMBEDDER: 'off' }), SILENT_LOGGER);

/** Appends messages, and waits until they are folded. */
async function fill(folder: string, word: string, count: number): Promise<void> {
  const service = await serve(folder);
  if ((await service.stores.control.tenant('default')) === undefined)
    await service.stores.control.putTenant({ id: 'default', name: 'default', createdAt: 1, quotas: {} } as never);
  for (let at = 0; at < count; at += 1)
    await service.ingest.append({ ...HOME, events: [{ kind: 'user_message', text: `${word}${at}zq boards a ferry` }] });
  await service.ingest.settle(30_000);
  await service.stop();
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-torn-'));
  [early, late] = [join(root, 'early'), join(root, 'late')];
  await fill(early, 'before', 10);
  await cp(early, late, { recursive: true });
  await fill(late, 'after', 6);
  readModel = (await readdir(early)).find((name) => name.startsWith('read-model-'))!;
});
afterAll(() => rm(root, { recursive: true, force: true }));

it.each([['sessions.db'], ['index.db'], ['index.db', 'sessions.db']])(
  'a copy of a folder that was written to, whose %s is later than its log, is refused, and its log alone serves all',
  async (...files) => {
    expect(FILES).toEqual(expect.arrayContaining(files));
    const torn = join(root, files.join('-'));
    await cp(early, torn, { recursive: true });
    await rm(join(torn, readModel, 'seal.json'));
    for (const file of files) await copyFile(join(late, readModel, file), join(torn, readModel, file));
    await expect(serve(torn)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /log\.db ends at record 9 of partition 0, and \S+ holds records up to 15: .*copied while a service wrote to it/,
      ),
    });
    await rm(join(torn, readModel), { recursive: true });
    await fill(torn, 'next', 4);
    const service = await serve(torn);
    const { events } = await service.retriever.events({ ...HOME, limit: 100 });
    await service.stop();
    expect(events.map(({ body }) => body?.text.slice(0, 6))).toEqual([
      ...Array<string>(10).fill('before'),
      'next0z',
      'next1z',
      'next2z',
      'next3z',
    ]);
  },
);
