import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleRecord } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { describeDatabase } from '../backup/copy-database.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';

const SESSIONS = 300;

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder.path, 'log.db');
  const log = await createSqliteEventLog({ path });
  for (const turn of [1, 2])
    await Promise.all(Array.from({ length: SESSIONS }, (_, at) => log.append([sampleRecord(keyOf(at), `${turn}.${at}`)])));
  await log.close();
});
afterEach(() => folder.remove());

const keyOf = (at: number): string => `acme/demo/session-${String(at).padStart(60, '0')}`;

function run(sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

/** Overwrites two pages of a table. */
function damage(table: string): void {
  const db = new DatabaseSync(path);
  const pages = db.prepare('SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno').all(table) as unknown as { pageno: number }[];
  db.close();
  const bytes = readFileSync(path);
  for (const { pageno } of pages.slice(1, 3)) bytes.fill(0xff, (pageno - 1) * 8_192, pageno * 8_192);
  writeFileSync(path, bytes);
}

const lastOffsets = async (log: { lastOffset(key: string): Promise<number> }) =>
  Promise.all(Array.from({ length: SESSIONS }, (_, at) => log.lastOffset(keyOf(at))));
const RIGHT = Array.from({ length: SESSIONS }, (_, at) => SESSIONS + at);

it('makes last offsets anew whose pages are damaged, and takes appends', async () => {
  damage('heads');
  for (const more of [0, 1]) {
    const log = await createSqliteEventLog({ path });
    expect((await lastOffsets(log)).slice(1)).toEqual(RIGHT.slice(1));
    await log.append([sampleRecord(keyOf(0), `3.${more}`)]);
    expect(await log.lastOffset(keyOf(0))).toBe(2 * SESSIONS + more);
    await log.close();
  }
  expect(describeDatabase(path)).toEqual({});
  damage('records');
  expect(describeDatabase(path)).toEqual({ fault: expect.stringContaining('btree') });
});

it.each([
  ['is gone', `DELETE FROM heads WHERE key = '${keyOf(7)}'`],
  ['has another name', `UPDATE heads SET key = 'x' WHERE key = '${keyOf(7)}'`],
  ['is too small', `UPDATE heads SET last_offset = 3 WHERE key = '${keyOf(7)}'`],
  ['is beyond the end', `UPDATE heads SET last_offset = 70000 WHERE key = '${keyOf(7)}'`],
])('mends the last offset of a key that %s where its records are read', async (_, sql) => {
  run(sql);
  const log = await createSqliteEventLog({ path });
  const mended = new Set<string>();
  for (let from = 0; from < 2 * SESSIONS; from += 100)
    for (const key of await log.mendLastOffsets!(await log.read(0, from, 100))) mended.add(key);
  expect([...mended]).toEqual([keyOf(7)]);
  expect(await lastOffsets(log)).toEqual(RIGHT);
  await log.append([sampleRecord(keyOf(7), 'later')]);
  expect(await log.mendLastOffsets!(await log.read(0, 0, 100))).toEqual([]);
  expect(await log.lastOffset(keyOf(7))).toBe(2 * SESSIONS);
  await log.close();
});

it('mends nothing in a log that is whole', async () => {
  const log = await createSqliteEventLog({ path });
  expect(await log.mendLastOffsets!(await log.read(0, 0, 100))).toEqual([]);
  await log.close();
});
