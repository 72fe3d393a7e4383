import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AnatomyStore, Scheduler } from '@total-recall/ports';
import { sampleAnatomy, sampleRetrieval } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workerFile } from '@total-recall/runtime/start-worker';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startDatabaseThread } from '../thread/database-thread.ts';
import type { AnatomyWorkerHandlers } from './anatomy-worker.ts';
import { createSqliteAnatomyStore, type SqliteAnatomyStoreOptions } from './sqlite-anatomy-store.ts';

const DAY_MS = 86_400_000;
const PLACE = { tenant: 'acme', space: 'demo', session: 'alpha' };
let folder: ReturnType<typeof temporaryFolder>;
let now: number;
let ticks: (() => void | Promise<void>)[];

/** Timers that the test fires itself. */
const scheduler: Scheduler = {
  delay: () => Promise.reject(new Error('not used')),
  every: (_ms, run) => {
    ticks.push(run);
    return { cancel: () => void ticks.splice(ticks.indexOf(run), 1) };
  },
};
const open = () =>
  createSqliteAnatomyStore({
    path: join(folder.path, 'anatomy.db'),
    retentionDays: 30,
    clock: { now: () => now, monotonicMs: () => now },
    scheduler,
  });

beforeEach(() => {
  folder = temporaryFolder();
  now = 100 * DAY_MS;
  ticks = [];
});
afterEach(() => folder.remove());

function rowsOnDisk(): number {
  const db = new DatabaseSync(join(folder.path, 'anatomy.db'), { readOnly: true });
  const { rows } = db.prepare('SELECT count(*) AS rows FROM analytics').get() as { rows: number };
  db.close();
  return rows;
}

it('writes in batches: when its timer fires, when enough wait, and at close', async () => {
  const store = await open();
  await store.appendAnatomy([sampleAnatomy('t1', { assembledAt: now })]);
  expect(rowsOnDisk()).toBe(0);
  await Promise.all(ticks.map((tick) => tick()));
  expect(rowsOnDisk()).toBe(1);
  await store.appendRetrievals([sampleRetrieval('r1', { at: now })]);
  expect(rowsOnDisk()).toBe(1);
  await store.close();
  expect(rowsOnDisk()).toBe(2);
  expect(ticks).toEqual([]);
});

it('deletes what is older than its retention, when its timer fires and at the start', async () => {
  const store = await open();
  const days = [1, 2, 3].map((day) => sampleAnatomy(`t${day}`, { assembledAt: now + day * DAY_MS }));
  await store.appendAnatomy(days);
  await store.appendRetrievals([sampleRetrieval('r1', { at: now + DAY_MS })]);
  expect(await store.anatomy({ ...PLACE, limit: 10 })).toHaveLength(3);
  now += 32 * DAY_MS;
  await Promise.all(ticks.map((tick) => tick()));
  expect((await store.anatomy({ ...PLACE, limit: 10 })).map((record) => record.turnId)).toEqual(['t3', 't2']);
  expect(await store.retrievals({ ...PLACE, limit: 10 })).toEqual([]);
  await store.close();
  now += DAY_MS;
  const again = await open();
  expect((await again.anatomy({ ...PLACE, limit: 10 })).map((record) => record.turnId)).toEqual(['t3']);
  await again.close();
});

it('seals the topics of windows, also those that an earlier program stored, and has none once the key is destroyed', async () => {
  let key: Uint8Array | undefined = new Uint8Array(32).fill(3);
  const path = join(folder.path, 'anatomy.db');
  const holds = (text: string): boolean => readdirSync(folder.path).some((name) => readFileSync(join(folder.path, name)).includes(text));
  const clock = { now: () => now, monotonicMs: () => now };
  const topics = async (store: AnatomyStore) => (await store.anatomy({ ...PLACE, limit: 10 })).map(({ topicLabel }) => topicLabel);

  const earlier = await open();
  await earlier.appendAnatomy([sampleAnatomy('t1', { assembledAt: now, topicLabel: 'zephyrine berths' })]);
  await earlier.close();
  expect(holds('zephyrine berths')).toBe(true);

  const store = await createSqliteAnatomyStore({ path, clock, scheduler, topicKey: async () => key });
  expect(holds('zephyrine berths')).toBe(false);
  await store.appendAnatomy([sampleAnatomy('t2', { assembledAt: now + 1, topicLabel: 'quokkaberg tides' })]);
  await store.appendAnatomy([sampleAnatomy('t3', { assembledAt: now + 2, topicLabel: null })]);
  expect(await topics(store)).toEqual([null, 'quokkaberg tides', 'zephyrine berths']);
  expect(holds('quokkaberg tides')).toBe(false);
  expect(JSON.stringify(await store.anatomy({ ...PLACE, limit: 10 }))).not.toContain('topicSealed');
  key = undefined;
  expect(await topics(store)).toEqual([null, null, null]);
  await store.appendAnatomy([sampleAnatomy('t4', { assembledAt: now + 3, topicLabel: 'after all' })]);
  expect(await topics(store)).toEqual([null, null, null, null]);
  await store.close();
  expect(holds('after all')).toBe(false);
});

describe('topics in the clear that were sealed and not yet wiped', () => {
  const LABEL = 'zephyrine berths';
  const topicKey = async () => new Uint8Array(32).fill(3);
  const holds = (path: string): boolean => readdirSync(path).some((name) => readFileSync(join(path, name)).includes(LABEL));

  async function writeInTheClear(): Promise<void> {
    const earlier = await open();
    await earlier.appendAnatomy(Array.from({ length: 50 }, (_, at) => sampleAnatomy(`t${at}`, { assembledAt: now, topicLabel: LABEL })));
    await earlier.close();
  }

  /** Seals all of the file as a start does, and copies it as a kill before the wipe would leave it. */
  async function sealAndCopy(): Promise<string> {
    const thread = await startDatabaseThread<AnatomyWorkerHandlers>({
      name: 'anatomy-store',
      file: workerFile('./anatomy-worker', import.meta.url),
      data: { path: join(folder.path, 'anatomy.db') },
    });
    const rows = await thread.call('unsealed', [100]);
    expect(rows).toHaveLength(50);
    await thread.call('seal', [rows.map(({ number, json }) => ({ number, json: json.replace(LABEL, 'x'.repeat(60)) }))]);
    const files = readdirSync(folder.path);
    const copy = join(folder.path, 'killed');
    mkdirSync(copy);
    for (const name of files) copyFileSync(join(folder.path, name), join(copy, name));
    await thread.close();
    expect(holds(copy)).toBe(true);
    return copy;
  }

  const start = (path: string, more: Pick<SqliteAnatomyStoreOptions, 'onUnwiped'> = {}) => {
    const clock = { now: () => now, monotonicMs: () => now };
    return createSqliteAnatomyStore({ path: join(path, 'anatomy.db'), clock, scheduler, topicKey, ...more });
  };

  it('are wiped by the next start', async () => {
    await writeInTheClear();
    const killed = await sealAndCopy();
    const store = await start(killed);
    expect(holds(killed)).toBe(false);
    await store.close();
    expect(holds(killed)).toBe(false);
  });

  it('are wiped also where the program that left them did not note it', async () => {
    await writeInTheClear();
    const killed = await sealAndCopy();
    const db = new DatabaseSync(join(killed, 'anatomy.db'));
    db.exec("DROP TABLE wipe_due; UPDATE schema_version SET version = 4 WHERE owner = 'anatomy-store'");
    // Held open, as a connection that closes last would empty the write-ahead log.
    const store = await start(killed);
    expect(holds(killed)).toBe(false);
    db.close();
    await store.close();
  });

  it('stay due beside a reader, which refuses no start, and are wiped within the hour', async () => {
    await writeInTheClear();
    const killed = await sealAndCopy();
    const reader = new DatabaseSync(join(killed, 'anatomy.db'));
    reader.exec('BEGIN; SELECT count(*) FROM analytics');
    const onUnwiped = vi.fn<(error: unknown) => void>();
    const store = await start(killed, { onUnwiped });
    expect(onUnwiped).toHaveBeenCalledOnce();
    expect(holds(killed)).toBe(true);
    reader.close();
    await Promise.all(ticks.map((tick) => tick()));
    expect(holds(killed)).toBe(false);
    expect(onUnwiped).toHaveBeenCalledOnce();
    await store.close();
  });
});
