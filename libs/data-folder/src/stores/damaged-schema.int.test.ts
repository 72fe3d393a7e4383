import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStores } from './open-stores.ts';

const ASIDE = /^(units\.db|anatomy\.db|read-model-.*)\.damaged$/;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-schema-'));
  await (await open('made')).close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

const open = (folder: string) =>
  openStores({ ...parseConfig('standalone', { HOME: root, TOTAL_RECALL_DATA_DIR: join(root, folder) }), threads: 'one' });

/** Returns where a file is within the folder. */
const placeOf = async (file: string) => (await readdir(join(root, 'made'), { recursive: true })).find((entry) => basename(entry) === file)!;

interface Said {
  readonly table: string;
  readonly message: string;
  readonly aside: readonly string[];
}

/** Changes a bit of the name of the first column of each table of a file in turn, and returns what a start says to each and what it puts aside. */
async function startsWithout(file: string): Promise<Said[]> {
  const path = await placeOf(file);
  const db = new DatabaseSync(join(root, 'made', path), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all() as { name: string }[];
  db.close();
  const said: Said[] = [];
  for (const { name: table } of tables) {
    const data = join(root, 'data');
    await cp(join(root, 'made'), data, { recursive: true });
    // As after a kill: what was closed in order is compared with its sums first.
    await rm(join(data, dirname(path), 'seal.json'), { force: true });
    await renameFirstColumn(join(data, path), table);
    const message = await open('data').then(
      (stores) => stores.close().then(() => 'opened'),
      (error: Error) => error.message,
    );
    said.push({ table, message, aside: (await readdir(data)).filter((entry) => entry.endsWith('.damaged')) });
    await rm(data, { recursive: true });
  }
  return said;
}

async function renameFirstColumn(path: string, table: string): Promise<void> {
  const bytes = await readFile(path);
  // Free room of the file may have the words of an earlier form.
  for (const made of bytes.toString('latin1').matchAll(new RegExp(`CREATE TABLE "?${table}"? ?\\(\\s*`, 'g')))
    bytes[made.index + made[0].length]! ^= 1;
  await writeFile(path, bytes);
}

it.each(['log.db', 'keys.db', 'control.db', 'ledger.db'])('%s with a table of other columns is refused by name', async (file) => {
  const said = await startsWithout(file);
  const message = `${join(root, 'data', file)} is damaged and cannot be opened. Put it back from a backup of this folder.`;
  expect(said).toEqual(said.map(({ table }) => ({ table, message, aside: [] })));
  expect(said.length).toBeGreaterThan(3);
});

it.each(['units.db', 'anatomy.db', 'index.db', 'sessions.db'])('%s with a table of other columns is put aside', async (file) => {
  const said = await startsWithout(file);
  expect(said.map(({ message }) => message)).toEqual(said.map(() => 'opened'));
  // A start names no column of one table.
  const aside = said.flatMap((each) => each.aside);
  expect(aside.length).toBeGreaterThanOrEqual(said.length - 1);
  for (const each of aside) expect(each).toMatch(ASIDE);
});

const ROWS = ['version = 0', 'version = version - 1', 'version = version + 67', 'version = -1', "owner = 'nobody'"];

/** Changes the row that says what a file's tables are in each way in turn, and returns what a start says to each and what it puts aside. */
async function startsWithRow(file: string): Promise<Omit<Said, 'table'>[]> {
  const path = await placeOf(file);
  const said: Omit<Said, 'table'>[] = [];
  for (const row of ROWS) {
    const data = join(root, 'data');
    await cp(join(root, 'made'), data, { recursive: true });
    await rm(join(data, dirname(path), 'seal.json'), { force: true });
    const db = new DatabaseSync(join(data, path));
    db.exec(`UPDATE schema_version SET ${row}`);
    db.close();
    const message = await open('data').then(
      (stores) => stores.close().then(() => 'opened'),
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    );
    said.push({ message, aside: (await readdir(data)).filter((entry) => entry.endsWith('.damaged')) });
    await rm(data, { recursive: true });
  }
  return said;
}

it.each(['log.db', 'keys.db', 'control.db', 'ledger.db'])('%s with another row of its version is refused by name', async (file) => {
  for (const { message, aside } of await startsWithRow(file)) {
    expect(message).toMatch(/^damaged: (?:\S+ is damaged: it |\S+ is damaged: its tables |The tables of \S+ are of version )/);
    expect(message).toContain(join(root, 'data', file));
    expect(message).toMatch(/put it back from a backup of this folder\.$/i);
    expect(aside).toEqual([]);
  }
});

it.each(['units.db', 'anatomy.db', 'index.db', 'sessions.db'])('%s with another row of its version is put aside', async (file) => {
  const said = await startsWithRow(file);
  expect(said.map(({ message }) => message)).toEqual(said.map(() => 'opened'));
  // A last step that is done again may make its tables anew.
  const aside = said.flatMap((each) => each.aside);
  expect(aside.length).toBeGreaterThanOrEqual(ROWS.length - 1);
  for (const each of aside) expect(each).toMatch(ASIDE);
});
