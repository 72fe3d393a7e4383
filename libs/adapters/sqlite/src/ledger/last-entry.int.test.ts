import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdEntry as hold } from '../../testing/hold-entry.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { isLastEntryNoted } from './last-entry.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

let folder: ReturnType<typeof temporaryFolder>;
let [path, early, noted] = ['', '', ''];
beforeEach(() => {
  folder = temporaryFolder();
  [path, early, noted] = ['ledger.db', 'early.db', 'ledger.db.last'].map((name) => join(folder.path, name)) as [string, string, string];
});
afterEach(() => folder.remove());

/** Appends holds with these numbers and returns how many entries the ledger has then. */
async function place(...numbers: readonly number[]): Promise<number> {
  const ledger = await createSqliteLedger({ path, notesLast: true });
  try {
    const { length } = await ledger.read(0, 0, 100);
    if (numbers.length > 0) await (await ledger.own(0)).append(length, numbers.map(hold));
    return (await ledger.read(0, 0, 100)).length;
  } finally {
    await ledger.close();
  }
}

const refusal = (why: RegExp) => ({
  code: 'damaged',
  message: expect.stringMatching(new RegExp(`ledger\\.db is older than the one that was here: ${why.source}.*holds.*retention resume`)),
});

describe('a ledger.db of before a hold', () => {
  beforeEach(async () => {
    await place(1);
    copyFileSync(path, early);
    await place(2);
  });

  it('is refused, and the newest one opens', async () => {
    const newest = join(folder.path, 'newest.db');
    copyFileSync(path, newest);
    copyFileSync(early, path);
    for (let twice = 0; twice < 2; twice += 1) await expect(place()).rejects.toMatchObject(refusal(/it has 1 of 2 entries/));
    copyFileSync(newest, path);
    expect(await place()).toBe(2);
  });

  it('is refused too where other entries follow in it', async () => {
    copyFileSync(early, path);
    const ledger = await createSqliteLedger({ path });
    await (await ledger.own(0)).append(1, [hold(3), hold(4)]);
    await ledger.close();
    await expect(place()).rejects.toMatchObject(refusal(/its entry 2 is another one/));
  });

  it('is taken once its owner says so, by removing what was noted', async () => {
    copyFileSync(early, path);
    rmSync(noted);
    expect(isLastEntryNoted(path)).toBe(false);
    expect(await place(5)).toBe(2);
    expect(isLastEntryNoted(path)).toBe(true);
    copyFileSync(early, path);
    await expect(place()).rejects.toMatchObject(refusal(/it has 1 of 2 entries/));
  });
});

it('opens where an entry was committed and not noted, as after a power cut between the two', async () => {
  await place(1);
  const first = readFileSync(noted);
  await place(2);
  writeFileSync(noted, first);
  expect(await place()).toBe(2);
  writeFileSync(noted, '');
  expect(await place(3)).toBe(3);
  expect(JSON.parse(readFileSync(noted, 'utf8'))).toMatchObject({ sequence: 3 });
});

it('takes entries where they cannot be noted', async () => {
  mkdirSync(noted);
  expect(await place(1, 2)).toBe(2);
  expect(await place()).toBe(2);
});

it('notes nothing beside a copy that is only looked at', async () => {
  const ledger = await createSqliteLedger({ path: early });
  await ledger.close();
  expect(existsSync(`${early}.last`)).toBe(false);
});
