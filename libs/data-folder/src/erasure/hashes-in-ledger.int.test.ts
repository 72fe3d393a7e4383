import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT_LOGGER } from '@total-recall/observability';
import { openUnitMarks, parseConfig } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveFolder } from '../../testing/serve-folder.ts';

const HOME = { tenant: 'default', space: 'harbour' };
const GUESSES = ['dog', 'zqadog', 'cat', 'zqacat'];

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-hashes-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('a certificate counts the units of which the ledger keeps hashes of erased words, until the space is erased', async () => {
  const dataDir = join(root, 'data');
  const config = parseConfig('standalone', {
    HOME: root,
    TOTAL_RECALL_DATA_DIR: dataDir,
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_CONSOLIDATE_MINUTES: '0',
  });
  const { stores, ingest, consolidator, eraser, stop } = await serveFolder(config, SILENT_LOGGER);
  const say = async (session: string, text: string): Promise<string> =>
    (await ingest.append({ ...HOME, session, events: [{ kind: 'user_message', text }], wait: 'searchable' })).events[0]!.id;
  const dog = await say('run-1', 'My dog is called Zqadog.');
  await consolidator!.consolidate(HOME);
  const unread = await say('run-2', 'Hello there.');

  /** Tests guesses as somebody would who has the key of the space and the files of the ledger. */
  const guessed = async (): Promise<string[]> => {
    const marks = await openUnitMarks(stores, HOME);
    const files = await Promise.all(['', '-wal'].map((end) => readFile(join(dataDir, `ledger.db${end}`)).catch(() => Buffer.alloc(0))));
    return GUESSES.filter((word) => files.some((bytes) => bytes.includes(`"${marks.word(word)}"`)));
  };
  expect(await guessed()).toEqual(['dog', 'zqadog']);
  const erase = async (scope: Parameters<NonNullable<typeof eraser>['erase']>[0]['scope']) =>
    (await eraser!.erase({ tenant: HOME.tenant, scope, actor: 'key' })).certificate!.statement.remains;
  expect(await erase({ kind: 'events', space: HOME.space, eventIds: [unread] })).not.toHaveProperty('hashed');
  expect(await erase({ kind: 'events', space: HOME.space, eventIds: [dog] })).toMatchObject({ hashed: 2 });
  // The fact, and the episode of its session.
  expect(await guessed()).toEqual(['dog', 'zqadog']);
  expect(await erase({ kind: 'space', space: HOME.space })).not.toHaveProperty('hashed');
  await expect(guessed()).rejects.toMatchObject({ code: 'erased' });
  await stop();
});
