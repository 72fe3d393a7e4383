import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '@total-recall/ports';
import { codeOf, sampleRecord } from '@total-recall/ports/testing';
import { createGroupCommit, type WaitingAppend } from '@total-recall/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';

let folder: ReturnType<typeof temporaryFolder>;
let logs: EventLog[];
beforeEach(() => {
  folder = temporaryFolder();
  logs = [];
});
afterEach(async () => {
  await Promise.all(logs.map((log) => log.close()));
  folder.remove();
});

async function open(partitions?: number): Promise<EventLog> {
  const log = await createSqliteEventLog({ path: join(folder.path, 'log.db'), partitions });
  logs.push(log);
  return log;
}

it('refuses to open a log with another number of partitions than it was made with', async () => {
  const log = await open(3);
  await log.close();
  await expect(open(4)).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('3 partitions') });
  expect(await codeOf(open())).toBe('invalid_request');
  expect(await codeOf(open(0))).toBe('invalid_request');
  expect((await open(3)).generation).toBe(log.generation);
});

it('is damaged where it does not say any more how it was made', async () => {
  const log = await open();
  await log.close();
  const path = join(folder.path, 'log.db');
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf(log.generation);
  bytes.fill(0, at - 16, at + log.generation.length + 8);
  writeFileSync(path, bytes);
  await expect(open()).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('log.db is damaged: it does not say how'),
  });
});

it('is opened by one at a time', async () => {
  const log = await open();
  await expect(open()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('Another process') });
  await log.append([sampleRecord('a/b/c', '1')]);
  await log.close();
  expect(await (await open()).end(0)).toBe(0);
});

it.skipIf(process.platform === 'win32')('makes files for their owner alone', async () => {
  await (await open()).append([sampleRecord('a/b/c', '1')]);
  const modes = readdirSync(folder.path).map((name) => [name, statSync(join(folder.path, name)).mode & 0o777]);
  expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(['log.db', 'log.db-wal', 'log.db.lock']));
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
});

it('says of a lock that cannot be taken for another reason what the reason is', async () => {
  const lock = join(folder.path, 'log.db.lock');
  const refused = (reason: RegExp) => expect(open()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(reason) });
  writeFileSync(lock, 'no database at all, and longer than a header of one'.repeat(4));
  await refused(/log\.db\.lock cannot be locked: it is damaged\. Remove it/);
  rmSync(lock);
  mkdirSync(lock);
  await refused(/log\.db\.lock cannot be locked: it cannot be opened\. Check that it is a file/);
});

it.each(['log.db', 'log.db-wal'])('acknowledges nothing more once %s was removed or replaced', async (name) => {
  const log = await open();
  await log.append([sampleRecord('a/b/c', '1')]);
  const file = join(folder.path, name);
  renameSync(file, `${file}.moved`);
  const removed = log.append([sampleRecord('a/b/c', '2')]);
  await expect(removed).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(`${name} was removed or replaced`) });
  copyFileSync(`${file}.moved`, file);
  expect(await codeOf(log.append([sampleRecord('a/b/c', '3')]))).toBe('unavailable');
  renameSync(`${file}.moved`, file);
  expect(await codeOf(log.append([sampleRecord('a/b/c', '4')]))).toBe('unavailable');
});

it('says of a log that is a symbolic link what it is, and serves the file once it stands there itself', async () => {
  const log = await open();
  await log.append([sampleRecord('a/b/c', '1')]);
  await log.close();
  const [file, elsewhere] = [join(folder.path, 'log.db'), join(folder.path, 'elsewhere')];
  mkdirSync(elsewhere);
  renameSync(file, join(elsewhere, 'moved.db'));
  symlinkSync(join(elsewhere, 'moved.db'), file);
  await expect(open()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^(?!.*removed or replaced).*log\.db is a symbolic link.*move the whole folder/),
  });
  rmSync(file);
  renameSync(join(elsewhere, 'moved.db'), file);
  expect(await (await open()).end(0)).toBe(0);
});

it('gives records buffers of their own, so that one may be kept or sent without the others', async () => {
  const log = await open();
  await log.append([sampleRecord('a/b/c', '1', 10), sampleRecord('a/b/c', '2', 20)]);
  const records = await log.read(0, 0, 10);
  expect(records.map((record) => record.sealed.buffer.byteLength)).toEqual([10, 20]);
});

it('reads large records in parts, and a follower gets all of them', async () => {
  const log = await open();
  for (let call = 0; call < 3; call++)
    await log.append(Array.from({ length: 3 }, (_, index) => sampleRecord('a/b/c', `${call}.${index}`, 3 * 1024 * 1024)));
  const first = await log.read(0, 0, 100);
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(9);
  let seen = 0;
  await new Promise<void>((resolve, reject) => {
    const subscription = log.follow(0, 0, async (records) => {
      seen += records.length;
      if (seen === 9) resolve();
    });
    subscription.done.catch(reject);
  });
  expect(seen).toBe(9);
});

/** Creates a group commit whose commits are ended by the test. */
function manualCommits(limits: { maxGroupRecords?: number; maxWaitingBytes?: number } = {}) {
  const commits: { group: readonly WaitingAppend[]; end: () => void; fail: (error: Error) => void }[] = [];
  const groups = createGroupCommit({
    commit: (group) =>
      new Promise((resolve, reject) => commits.push({ group, end: () => resolve(group.map((_, index) => index)), fail: reject })),
    onCommitted: () => undefined,
    maxGroupRecords: 100,
    maxGroupBytes: 1_000,
    maxWaitingBytes: 10_000,
    ...limits,
  });
  const append = (bytes = 10): Promise<number> => groups.append(0, [sampleRecord('a/b/c', 'x')], bytes);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { commits, groups, append, turn };
}

it('puts all that is appended while a commit runs into the next one', async () => {
  const { commits, append, turn } = manualCommits();
  const first = [append(), append()];
  await turn();
  const second = Array.from({ length: 7 }, () => append());
  await turn();
  expect(commits.map((commit) => commit.group.length)).toEqual([2]);
  commits[0]!.end();
  await Promise.all(first);
  await turn();
  expect(commits.map((commit) => commit.group.length)).toEqual([2, 7]);
  commits[1]!.end();
  await Promise.all(second);
});

it('keeps groups within their limits, and takes one append whatever its size', async () => {
  const { commits, append, turn, groups } = manualCommits({ maxGroupRecords: 3 });
  const all = [append(), append(), append(), append(), append(5_000), append()];
  for (let commit = 0; commit < 4; commit++) {
    await turn();
    commits[commit]!.end();
  }
  await Promise.all(all);
  await groups.drained();
  expect(commits.map((commit) => commit.group.length)).toEqual([3, 1, 1, 1]);
});

it('fails the appends of a failed commit only, and refuses what would wait beyond its limit', async () => {
  const { commits, append, turn } = manualCommits({ maxWaitingBytes: 100 });
  const lost = codeOf(append(60));
  await turn();
  const waiting = append(60);
  expect(await codeOf(append(60))).toBe('unavailable');
  commits[0]!.fail(Object.assign(new Error('disk full'), { code: 'unavailable' }));
  expect(await lost).toBe('unavailable');
  await turn();
  commits[1]!.end();
  expect(await waiting).toBe(0);
});
