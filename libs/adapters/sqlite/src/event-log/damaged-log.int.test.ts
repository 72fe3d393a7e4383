import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sampleRecord } from '@total-recall/ports/testing';
import type { EventLog, LogRecord } from '@total-recall/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteEventLog, type DamagedRecord } from './sqlite-event-log.ts';

const RECORDS = 400;
const PAGE_BYTES = 8_192;

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
let damaged: DamagedRecord[];
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder.path, 'log.db');
  damaged = [];
  const log = await open();
  for (let at = 0; at < RECORDS; at += 100)
    await log.append(
      Array.from({ length: 100 }, (_, n) => ({ ...sampleRecord('a/b/c', String(at + n)), sealed: new Uint8Array(200).fill(7) })),
    );
  await log.close();
});
afterEach(() => folder.remove());

const open = (): Promise<EventLog> => createSqliteEventLog({ path, onDamaged: (record) => void damaged.push(record) });

/** Overwrites the whole page of the table that holds a record. */
async function zeroPageOf(offset: number): Promise<void> {
  const bytes = await readFile(path);
  const at = bytes.indexOf(`"id":"${idOf(offset)}"`);
  const start = Math.floor(at / PAGE_BYTES) * PAGE_BYTES;
  bytes.fill(0, start, start + PAGE_BYTES);
  await writeFile(path, bytes);
}

function idOf(offset: number): string {
  return sampleRecord('a/b/c', String(offset)).envelope.id;
}

async function readAll(log: EventLog): Promise<LogRecord[]> {
  const all: LogRecord[] = [];
  for (let from = 0; ; from = all.at(-1)!.position.offset + 1) {
    const records = await log.read(0, from, 64);
    if (records.length === 0) return all;
    all.push(...records);
  }
}

it('passes over what stands on a damaged page, says its offsets, and gives everything else', async () => {
  await zeroPageOf(200);
  const log = await open();
  const found = (await readAll(log)).map(({ position }) => position.offset);
  const lost = [...new Set(damaged.map(({ offset }) => offset))].sort((a, b) => a - b);
  expect(lost).toContain(200);
  expect(lost.length).toBeLessThan(60);
  expect([...found, ...lost].sort((a, b) => a - b)).toEqual(Array.from({ length: RECORDS }, (_, at) => at));
  expect(lost).toEqual(Array.from({ length: lost.length }, (_, at) => lost[0]! + at));

  const followed: number[] = [];
  const subscription = log.follow(0, 0, async (records) => void followed.push(...records.map(({ position }) => position.offset)));
  const [position] = await log.append([sampleRecord('a/b/c', 'after')]);
  await expect.poll(() => followed.at(-1)).toBe(position!.offset);
  expect(followed).toEqual([...found, RECORDS]);
  await subscription.stop();
  await log.close();
});

it('passes over an envelope that is not what was written', async () => {
  const db = new DatabaseSync(path);
  db.prepare(`UPDATE records SET envelope = replace(envelope, '"session":"c"', '"session":"d"') WHERE id = 10`).run();
  db.prepare(`UPDATE records SET envelope = substr(envelope, 1, 40) WHERE id = 11`).run();
  db.close();
  const log = await open();
  expect(await readAll(log)).toHaveLength(RECORDS - 2);
  expect(damaged).toEqual([10, 11].map((offset) => ({ partition: 0, offset, reason: 'its envelope is damaged' })));
  await log.close();
});

it('ends where it can be read to the end: nobody waits for a record that is lost', async () => {
  const db = new DatabaseSync(path);
  db.prepare(`UPDATE records SET envelope = 'x' WHERE id >= ?`).run(RECORDS - 3);
  db.close();
  const log = await open();
  expect([await log.end(0), await log.lastOffset('a/b/c')]).toEqual([RECORDS - 4, RECORDS - 4]);
  const [position] = await log.append([sampleRecord('a/b/c', 'after')]);
  expect(position!.offset).toBe(RECORDS);
  expect([await log.end(0), await log.lastOffset('a/b/c')]).toEqual([RECORDS, RECORDS]);
  expect((await log.read(0, RECORDS - 5, 10)).map(({ position: { offset } }) => offset)).toEqual([RECORDS - 5, RECORDS - 4, RECORDS]);
  await log.close();
});

/** Changes the root page of the table, or the page that holds a record. */
async function changePage(offset: number | 'root', change: (page: Buffer) => void): Promise<void> {
  const bytes = await readFile(path);
  const db = new DatabaseSync(path);
  const { root } = db.prepare(`SELECT rootpage AS root FROM sqlite_schema WHERE name = 'records'`).get() as { root: number };
  db.close();
  const start = offset === 'root' ? (root - 1) * PAGE_BYTES : Math.floor(bytes.indexOf(`"id":"${idOf(offset)}"`) / PAGE_BYTES) * PAGE_BYTES;
  change(bytes.subarray(start, start + PAGE_BYTES));
  await writeFile(path, bytes);
}

/** Places of a page of a table: its number of cells, and the first of their pointers where it is a leaf. */
const CELLS = 3;
const POINTERS = 8;
/** Place in a cell of the type of its last column. */
const SEALED_TYPE = 9;

it.each<[string, number | 'root', (page: Buffer) => void]>([
  ['a leaf that lost a cell', 200, (page) => page.writeUInt16BE(page.readUInt16BE(CELLS) - 1, CELLS)],
  ['a root that lost most of its leaves', 'root', (page) => page.writeUInt16BE(3, CELLS)],
  ['a pointer to another cell', 200, (page) => page.writeUInt16BE(page.readUInt16BE(POINTERS + 8), POINTERS + 4)],
  ['a pointer into the middle of a cell', 200, (page) => page.writeUInt16BE(page.readUInt16BE(POINTERS + 4) + 4, POINTERS + 4)],
  ['a column that reads as nothing', 200, (page) => page.writeUInt16BE(0x80_00, page.readUInt16BE(POINTERS + 4) + SEALED_TYPE)],
])('names what is not there, or is no record, and gives everything else: %s', async (_, place, change) => {
  await changePage(place, change);
  const log = await open();
  const found = (await readAll(log)).map(({ position }) => position.offset);
  const lost = [...new Set(damaged.map(({ offset }) => offset))];
  expect(lost.length).toBeGreaterThan(0);
  expect(await log.end(0)).toBe(RECORDS - 1);
  expect([...found, ...lost].sort((a, b) => a - b)).toEqual(Array.from({ length: RECORDS }, (_offset, at) => at));
  const [position] = await log.append([sampleRecord('a/b/c', 'after')]);
  expect(position!.offset).toBe(RECORDS);
  await log.close();
});

it('passes over a row that is far beyond the others without a look at each offset between them', async () => {
  const db = new DatabaseSync(path);
  db.prepare('UPDATE records SET id = ? WHERE id = ?').run(2 ** 36, RECORDS - 1);
  db.close();
  const log = await open();
  expect((await log.read(0, RECORDS - 1, 10)).map(({ position }) => position.offset)).toEqual([2 ** 36]);
  expect(damaged[0]).toMatchObject({ offset: RECORDS - 1 });
  await log.close();
});
