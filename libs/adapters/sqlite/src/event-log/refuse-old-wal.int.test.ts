import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleRecord } from '@total-recall/ports/testing';
import type { EventLog } from '@total-recall/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'log.db');
});
afterEach(() => folder.remove());

const open = (): Promise<EventLog> => createSqliteEventLog({ path });
const append = async (log: EventLog, from: number, count: number): Promise<void> => {
  await log.append(Array.from({ length: count }, (_, n) => sampleRecord('a/b/c', String(from + n))));
};
/** Copies database and write-ahead log of a log that is open, as a crash leaves them. */
function copyAs(name: string): void {
  for (const suffix of ['', '-wal']) copyFileSync(`${path}${suffix}`, join(folder.path, `${name}${suffix}`));
}

it('refuses a write-ahead log that is older than its database, and changes neither', async () => {
  const log = await open();
  await append(log, 0, 10);
  copyAs('early');
  await append(log, 10, 300);
  await log.close();
  copyFileSync(join(folder.path, 'early-wal'), `${path}-wal`);
  const [database, wal] = [readFileSync(path), readFileSync(`${path}-wal`)];
  for (let time = 0; time < 2; time += 1)
    await expect(open()).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(/log\.db-wal is of an earlier state than log\.db, .*300 records.*Move log\.db-wal/),
    });
  expect(readFileSync(path).equals(database)).toBe(true);
  expect(readFileSync(`${path}-wal`).equals(wal)).toBe(true);
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  const again = await open();
  expect(await again.end(0)).toBe(309);
  await again.close();
});

it.each(['of another log', 'of another database'])('refuses a write-ahead log %s, and changes neither', async (which) => {
  const log = await open();
  await append(log, 0, 10);
  await log.close();
  const other = join(folder.path, 'other.db');
  if (which === 'of another log') {
    const longer = await createSqliteEventLog({ path: other });
    await append(longer, 0, 30);
    copyFileSync(`${other}-wal`, `${path}-wal`);
    await longer.close();
  } else {
    const strange = new DatabaseSync(other);
    strange.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (hex(zeroblob(20000)))');
    copyFileSync(`${other}-wal`, `${path}-wal`);
    strange.close();
  }
  const [database, wal] = [readFileSync(path), readFileSync(`${path}-wal`)];
  await expect(open()).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringMatching(/log\.db-wal .*another database.*Move log/),
  });
  expect(readFileSync(path).equals(database)).toBe(true);
  expect(readFileSync(`${path}-wal`).equals(wal)).toBe(true);
  for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  const again = await open();
  expect(await again.end(0)).toBe(9);
  await again.close();
});

it('takes the write-ahead log that a crash left', async () => {
  const log = await open();
  await append(log, 0, 10);
  await log.close();
  const next = await open();
  await append(next, 10, 20);
  copyAs('crashed');
  await next.close();
  for (const suffix of ['', '-wal']) copyFileSync(join(folder.path, `crashed${suffix}`), `${path}${suffix}`);
  const again = await open();
  expect(await again.end(0)).toBe(29);
  await again.close();
});
