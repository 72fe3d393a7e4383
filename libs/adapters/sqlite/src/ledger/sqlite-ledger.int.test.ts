import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdEntry as hold } from '../../testing/hold-entry.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { describeDatabase } from '../backup/copy-database.ts';
import { chainHash, chainHeads, entriesFault } from './entry-chain.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'ledger.db');
});
afterEach(() => folder.remove());

/** Makes a ledger of three holds; the second process appends the last. */
async function make(): Promise<void> {
  const first = await createSqliteLedger({ path });
  await (await first.own(0)).append(0, [hold(1), hold(2)]);
  await first.close();
  const second = await createSqliteLedger({ path });
  await (await second.own(0)).append(2, [hold(2), hold(3)]);
  await second.close();
}

async function sessions(): Promise<string[]> {
  const ledger = await createSqliteLedger({ path });
  try {
    return (await ledger.read(0, 0, 10)).map(({ act }) =>
      act.type === 'HoldPlaced' && act.scope.kind === 'session' ? act.scope.session : '',
    );
  } finally {
    await ledger.close();
  }
}

function run(sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

function replaceBytes(from: string, to: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  writeFileSync(path, bytes);
}

describe('a ledger on disk that was changed', () => {
  beforeEach(make);

  it('opens where nothing was changed', async () => {
    expect(await sessions()).toEqual(['w1', 'w2', 'w3']);
    expect(describeDatabase(path)).toEqual({});
  });

  it.each([
    ['a byte of an entry', () => replaceBytes('"session":"w2"', '"session":"w9"'), 'entry 2 is not as it was written'],
    ['an entry that is no JSON', () => replaceBytes('{"id":"hold-2"', 'x"id":"hold-2"'), 'entry 2 is not as it was written'],
    ['the time of an entry', () => run('UPDATE entry SET json = replace(json, \'"at":1\', \'"at":7\')'), 'entry 1 is not as it was'],
    ['the epoch of an entry', () => run('UPDATE entry SET epoch = 7 WHERE sequence = 3'), 'entry 3 is not as it was written'],
    ['the first entry gone', () => run('DELETE FROM entry WHERE sequence = 1'), 'entry 1 is not there'],
    ['an entry gone', () => run('DELETE FROM entry WHERE sequence = 2'), 'entry 2 is not there'],
    ['the last entry gone', () => run('DELETE FROM entry WHERE sequence = 3'), 'entry 3 is not there'],
    ['all entries gone', () => run('DELETE FROM entry'), 'entry 1 is not there'],
    [
      'two entries that changed places',
      () =>
        run('UPDATE entry SET sequence = sequence + 10 WHERE sequence < 3; UPDATE entry SET sequence = 13 - sequence WHERE sequence > 3'),
      'entry 1 is not as it was written',
    ],
    [
      'entries moved up over a gap',
      () => run('DELETE FROM entry WHERE sequence = 2; UPDATE entry SET sequence = 2 WHERE sequence = 3'),
      'entry 2 is not as it was written',
    ],
    ['no record of the end', () => run('DELETE FROM head'), 'entry 3 is not recorded as the last'],
  ])('is refused by file and entry: %s', async (_, change, fault) => {
    change();
    await expect(sessions()).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringMatching(new RegExp(`ledger\\.db is damaged: ${fault}.*Put it back from a backup of this folder`)),
    });
    expect(describeDatabase(path).fault).toBeDefined();
  });
});

it('a ledger that is written while it is checked has no fault', async () => {
  await make();
  const [db, other] = [new DatabaseSync(path, { readOnly: true }), new DatabaseSync(path)];
  const heads = chainHeads(other);
  const appendMeanwhile = (): number => {
    const { sequence, hash } = heads.of(0);
    const entry = { partition: 0, sequence: sequence + 1, epoch: 2, id: `hold-${sequence + 1}`, json: '{}' };
    const sum = chainHash(hash, entry);
    other
      .prepare('INSERT INTO entry (partition, sequence, epoch, id, json, hash) VALUES (0, ?, 2, ?, ?, ?)')
      .run(entry.sequence, entry.id, entry.json, sum);
    heads.put(0, { sequence: entry.sequence, hash: sum });
    return 1;
  };
  db.function('append_meanwhile', appendMeanwhile);
  db.exec('CREATE TEMP VIEW entry AS SELECT * FROM main.entry WHERE append_meanwhile() = 1');
  expect(entriesFault(db)).toBeUndefined();
  expect(heads.of(0).sequence).toBeGreaterThan(3);
  for (const one of [db, other]) one.close();
  expect(describeDatabase(path)).toEqual({});
});

describe('a ledger of a program that kept no hashes', () => {
  beforeEach(async () => {
    await make();
    run("ALTER TABLE entry DROP COLUMN hash; DROP TABLE head; UPDATE schema_version SET version = 2 WHERE owner = 'ledger'");
  });

  it('gets them at its first opening, and is checked from then on', async () => {
    expect(await sessions()).toEqual(['w1', 'w2', 'w3']);
    run('DELETE FROM entry WHERE sequence = 1');
    await expect(sessions()).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining('entry 1 is not there') });
  });

  it('takes entries after them', async () => {
    const ledger = await createSqliteLedger({ path });
    await (await ledger.own(0)).append(3, [hold(4)]);
    await ledger.close();
    expect(await sessions()).toEqual(['w1', 'w2', 'w3', 'w4']);
  });

  it.each([
    ['lacks an entry', () => run('DELETE FROM entry WHERE sequence = 2'), 'entry 2 is not there'],
    ['has one that is no JSON', () => replaceBytes('{"id":"hold-2"', 'x"id":"hold-2"'), 'entry 2 is not as it was written'],
  ])('is refused and not changed where it %s', async (_, change, fault) => {
    change();
    for (let time = 0; time < 2; time += 1)
      await expect(sessions()).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining(`ledger.db is damaged: ${fault}`),
      });
  });
});
