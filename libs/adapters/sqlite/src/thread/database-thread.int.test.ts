import { existsSync, mkdirSync, openSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { codeOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProbeHandlers } from '../../testing/probe-worker.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startDatabaseThread, type DatabaseThread } from './database-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** A file that not even root may write, in a folder in which it may make none. */
const CLOSED = '/sys/kernel/uevent_seqnum';

function isClosedToAll(file: string): boolean {
  try {
    openSync(file, 'a');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let threads: DatabaseThread<ProbeHandlers>[];

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'deep', 'probe.db');
  threads = [];
});
afterEach(async () => {
  await Promise.all(threads.map((thread) => thread.close(0)));
  folder.remove();
});

async function start(
  options: { maxPending?: number; refuseStart?: boolean; isFull?: boolean; step?: string } = {},
  at = path,
): Promise<DatabaseThread<ProbeHandlers>> {
  const { maxPending, ...data } = options;
  const file = workerFile('../../testing/probe-worker', import.meta.url);
  const thread = await startDatabaseThread<ProbeHandlers>({ name: 'probe', file, data: { path: at, ...data }, maxPending });
  threads.push(thread);
  return thread;
}

describe('a database thread', () => {
  it('answers calls in their order', async () => {
    const thread = await start();
    expect(await Promise.all(['a', 'b', 'c'].map((value) => thread.call('add', [value])))).toEqual([1, 2, 3]);
  });

  it('moves buffers both ways instead of copying them', async () => {
    const thread = await start();
    const bytes = Uint8Array.of(1, 2, 3);
    expect(await thread.call('echo', [bytes], [bytes.buffer])).toEqual(Uint8Array.of(1, 2, 3));
    expect(bytes).toHaveLength(0);
  });

  it('fails one call and goes on: with its code where it is a refusal, telling nothing where it is not', async () => {
    const thread = await start();
    await expect(thread.call('refuse', [])).rejects.toMatchObject({
      code: 'invalid_cursor',
      message: 'Not this one.',
      details: { field: 'cursor' },
    });
    const failure = await thread.call('fail', []).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'internal', cause: { message: 'probe.db: with a secret in it' } });
    expect((failure as Error).message).not.toContain('secret');
    expect(await thread.call('add', ['a'])).toBe(1);
  });

  it('names its file and a remedy where its disk is full at the start', async () => {
    await expect(start({ isFull: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`${path} cannot be opened: its disk is full. Make room on it`),
    });
  });

  it.runIf(isClosedToAll(CLOSED))('names its file and a remedy where this user may not write it, or not make it there', async () => {
    const refusalOf = async (file: string) => start({}, file).catch((error: Error) => error);
    expect(await refusalOf(CLOSED)).toMatchObject({
      code: 'unavailable',
      message: `${CLOSED} may not be read and written by this user. Change its owner, or run: chmod 600 ${CLOSED}`,
      details: { file: CLOSED },
    });
    const [missing, above] = [join(dirname(CLOSED), 'probe.db'), dirname(CLOSED)];
    expect(await refusalOf(missing)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`${missing} cannot be made: this user may not write into ${above}.`),
    });
  });

  it('names its file and a remedy where its disk is full later', async () => {
    const thread = await start();
    await thread.call('takeRoom', []);
    await expect(thread.call('add', ['x'.repeat(100_000)])).rejects.toMatchObject({
      code: 'unavailable',
      message: 'An operation on probe.db failed: its disk is full; make room on it.',
      retryAfterMs: 10_000,
    });
  });

  it.each([
    ['', 'damaged'],
    ['-wal', 'unavailable'],
    ['-shm', 'unavailable'],
  ])('names a folder in the place of its file%s', async (end, code) => {
    mkdirSync(`${path}${end}`, { recursive: true });
    const message = expect.stringContaining(`probe.db${end} is a folder, and a file is wanted there. Move it away`);
    await expect(start()).rejects.toMatchObject({ code, message });
    expect(existsSync(`${path}${end}`)).toBe(true);
  });

  it('names a link in the place of its file that leads to a folder which is not there, and follows any other', async () => {
    mkdirSync(dirname(path));
    symlinkSync(join(dirname(path), 'gone', 'probe.db'), path);
    const message = `${path} is a link to what is not there. Mount or put back what it leads to, or remove the link.`;
    await expect(start()).rejects.toMatchObject({ code: 'unavailable', message });
    mkdirSync(join(dirname(path), 'gone'));
    expect(await (await start()).call('add', ['a'])).toBe(1);
  });

  it('fails its start with the code of the thread', async () => {
    expect(await codeOf(start({ refuseStart: true }))).toBe('invalid_request');
  });

  it.each([
    ['nonsense', 'internal'],
    ['CREATE TABLE kept (value TEXT) STRICT', 'internal'],
    ["SELECT no_function('a')", 'internal'],
    ['DELETE FROM gone', 'damaged'],
    ['UPDATE kept SET gone = 1', 'damaged'],
    ['INSERT INTO kept (gone) VALUES (1)', 'damaged'],
  ])('fails a start that runs %s as %s', async (step, code) => {
    expect(await codeOf(start({ step }))).toBe(code);
  });

  it.each(['crash', 'exit'] as const)('rejects everything pending and later with unavailable after a %s', async (method) => {
    const thread = await start();
    const [, ...pending] = [thread.call(method, []), thread.call('block', [20]), thread.call('add', ['a'])].map(codeOf);
    expect(await Promise.all(pending)).toEqual(['unavailable', 'unavailable']);
    expect(await codeOf(thread.call('add', ['b']))).toBe('unavailable');
    await thread.close();
  });

  it('refuses a call too many with unavailable', async () => {
    const thread = await start({ maxPending: 2 });
    const taken = [thread.call('block', [1]), thread.call('add', ['a'])];
    expect(await codeOf(thread.call('add', ['b']))).toBe('unavailable');
    await Promise.all(taken);
    expect(await thread.call('add', ['c'])).toBe(2);
  });

  it('finishes what was called before close, and refuses later calls with closed', async () => {
    const thread = await start();
    const called = Promise.all(['a', 'b'].map((value) => thread.call('add', [value])));
    const closed = thread.close();
    expect(await codeOf(thread.call('add', ['c']))).toBe('closed');
    expect(await called).toEqual([1, 2]);
    await closed;
    await thread.close();
  });

  it('is killed past the deadline of its close', async () => {
    const thread = await start();
    const stuck = codeOf(thread.call('block', [600_000]));
    await thread.close(1);
    expect(await stuck).toBe('closed');
  });
});

describe('a database', () => {
  it("is in WAL mode, overwrites what it deletes, and is its owner's only", () => {
    const db = openDatabase({ path, synchronous: 'FULL' });
    const pragma = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0];
    expect(['journal_mode', 'synchronous', 'page_size', 'secure_delete'].map(pragma)).toEqual(['wal', 2, 8192, 1]);
    db.exec('CREATE TABLE t (a)');
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o077).toBe(0);
    db.close();
  });

  it('runs the steps it has not run yet, by owner, and none of them when one fails', () => {
    const db = openDatabase({ path, synchronous: 'NORMAL' });
    migrate(db, 'a', ['CREATE TABLE a1 (x)']);
    migrate(db, 'b', ['CREATE TABLE b1 (x)']);
    migrate(db, 'a', ['CREATE TABLE a1 (x)', (own: DatabaseSync) => own.exec('CREATE TABLE a2 (x)')]);
    expect(() => migrate(db, 'b', ['CREATE TABLE b1 (x)', 'CREATE TABLE b2 (x)', 'nonsense'])).toThrow();
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all()
      .map((row) => row['name']);
    expect(tables).toEqual(['a1', 'a2', 'b1', 'schema_version']);
    expect(() => migrate(db, 'a', ['CREATE TABLE a1 (x)'])).toThrow(
      /^The tables of \S+ are of version 2, .* up to 1\. .* start that one, or restore a backup that this one made/,
    );
    db.close();
  });
});
