import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NewLedgerEntry } from '@total-recall/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdEntry as hold } from '../../testing/hold-entry.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { chainHeads, sliceCheck } from './entry-chain.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

const BATCH = 256;
const LONG = 20 * BATCH;

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'ledger.db');
});
afterEach(() => folder.remove());

const open = (checksLater = true) => createSqliteLedger({ path, checksLater });

async function append(from: number, count: number): Promise<void> {
  const ledger = await open();
  await ledger.checked!();
  const share = await ledger.own(0);
  for (let at = from; at < from + count; at += BATCH)
    await share.append(
      at,
      Array.from({ length: Math.min(BATCH, from + count - at) }, (_, place) => hold(at + place + 1)),
    );
  await ledger.close();
}

/** Moves a hold to another session. */
function move(number: number): void {
  const db = new DatabaseSync(path);
  db.prepare(`UPDATE entry SET json = replace(json, '"w${number}"', '"w0"') WHERE sequence = ?`).run(number);
  db.close();
}

const damagedAt = (number: number) => ({
  code: 'damaged',
  message: expect.stringContaining(`ledger.db is damaged: entry ${number} is not as it was written`),
});

describe('a long ledger whose entries were checked', () => {
  beforeEach(() => append(0, LONG));

  it('opens, checks all, and takes more', async () => {
    const ledger = await open();
    await ledger.checked!();
    await (await ledger.own(0)).append(LONG, [hold(LONG + 1)]);
    expect(ledger.refusal!()).toBeUndefined();
    await ledger.close();
    expect(JSON.parse(readFileSync(`${path}.checked`, 'utf8'))).toMatchObject({ sequence: LONG + 1 });
  });

  it.each([1, 700, LONG])(
    'and of which entry %i was changed opens, is found out, takes no more, and is refused the next time',
    async (number) => {
      move(number);
      const ledger = await open();
      await expect(ledger.checked!()).rejects.toMatchObject(damagedAt(number));
      expect(ledger.refusal!()).toMatchObject(damagedAt(number));
      await expect((await ledger.own(0)).append(LONG, [hold(LONG + 1)])).rejects.toMatchObject(damagedAt(number));
      await ledger.close();
      await expect(open()).rejects.toMatchObject(damagedAt(number));
    },
  );

  it('is found out where the record of that cannot be removed, and takes no more', async () => {
    move(3);
    const ledger = await open();
    rmSync(`${path}.checked`);
    mkdirSync(`${path}.checked`);
    await expect(ledger.checked!()).rejects.toMatchObject(damagedAt(3));
    expect(ledger.refusal!()).toMatchObject(damagedAt(3));
    await ledger.close();
    await expect(open()).rejects.toMatchObject(damagedAt(3));
  });

  it('is refused by the entry where one is no JSON', async () => {
    const bytes = readFileSync(path);
    bytes.write('x', bytes.indexOf('{"id":"hold-7"'));
    writeFileSync(path, bytes);
    await expect(open()).rejects.toMatchObject(damagedAt(7));
  });

  it.each([
    ['at the beginning', 'sequence < 10', 'entry 1 is not there'],
    ['between', 'sequence BETWEEN 600 AND 700', 'entry 600 is not there'],
    ['all but the last', `sequence < ${LONG}`, 'entry 1 is not there'],
  ])('and which lacks entries %s is found out', async (_, which, fault) => {
    const db = new DatabaseSync(path);
    db.exec(`DELETE FROM entry WHERE ${which}`);
    db.close();
    const ledger = await open();
    await expect(ledger.checked!()).rejects.toMatchObject({ code: 'damaged', message: expect.stringContaining(fault) });
    await ledger.close();
  });

  it('is refused at once where an entry was changed that came since', async () => {
    const record = readFileSync(`${path}.checked`);
    await append(LONG, 3);
    writeFileSync(`${path}.checked`, record);
    move(LONG + 2);
    await expect(open()).rejects.toMatchObject(damagedAt(LONG + 2));
  });

  it.each([
    ['of another hash', (text: string) => text.replace(/"hash":"./, '"hash":"x')],
    ['of another entry', (text: string) => text.replace(String(LONG), String(LONG - 1))],
    ['of an entry that is not there', (text: string) => text.replace(String(LONG), String(LONG + 1))],
    ['cut short', (text: string) => text.slice(0, 20)],
    ['empty', () => ''],
    ['no record', () => 'null'],
  ])('and whose record of that is damaged is checked at once: %s', async (_, damage) => {
    const record = readFileSync(`${path}.checked`, 'utf8');
    writeFileSync(`${path}.checked`, damage(record));
    const ledger = await open();
    await ledger.close();
    expect(readFileSync(`${path}.checked`, 'utf8')).toBe(record);
    writeFileSync(`${path}.checked`, damage(record));
    move(3);
    await expect(open()).rejects.toMatchObject(damagedAt(3));
  });

  it('is checked at once by a program that reads all of it', async () => {
    move(3);
    await expect(open(false)).rejects.toMatchObject(damagedAt(3));
  });
});

it('a short ledger is checked at once', async () => {
  await append(0, 300);
  expect(existsSync(`${path}.checked`)).toBe(false);
  move(3);
  await expect(open()).rejects.toMatchObject(damagedAt(3));
});

it('large entries are checked in more slices, so that other calls come in between', async () => {
  const ledger = await open();
  const share = await ledger.own(0);
  const large = (number: number): NewLedgerEntry => ({ ...hold(number), reason: 'x'.repeat(300_000) });
  await share.append(0, [large(1), large(2), hold(3), large(4), hold(5)]);
  await ledger.close();
  const db = new DatabaseSync(path);
  const check = sliceCheck(db, path, chainHeads(db).of(0));
  expect([check(256), check(256), check(256), check(256)]).toEqual([false, false, false, true]);
  db.close();
});
