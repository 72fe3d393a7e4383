import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRecord } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteControlStore } from '../control-store/sqlite-control-store.ts';
import { createSqliteEventLog } from '../event-log/sqlite-event-log.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const place = (name: string, id: string, adopts = false) => ({ path: join(folder.path, name), folder: { id, adopts } });

/** Copies database and write-ahead log of a store that is open, as a crash leaves them. */
function copyAs(from: string, to: string, suffixes = ['', '-wal']): void {
  for (const suffix of suffixes) copyFileSync(join(folder.path, from + suffix), join(folder.path, to + suffix));
}

const bytesOf = (name: string) => ['', '-wal'].map((suffix) => readFileSync(join(folder.path, name + suffix)).toString('hex'));

it('leaves records in the log of a crash that stayed beside the database of another folder, until the own one is back', async () => {
  await (await createSqliteEventLog(place('log.db', 'own', true))).close();
  const log = await createSqliteEventLog(place('log.db', 'own'));
  await log.append([sampleRecord('a/b/c', '1')]);
  copyAs('log.db', 'crashed.db');
  copyAs('log.db', 'own.db', ['']);
  await log.close();
  const other = await createSqliteEventLog(place('other.db', 'other', true));
  copyAs('other.db', 'crashed.db', ['']);
  await other.close();
  const before = bytesOf('crashed.db');
  await expect(createSqliteEventLog(place('crashed.db', 'own'))).rejects.toMatchObject({ code: 'damaged' });
  expect(bytesOf('crashed.db')).toEqual(before);
  copyAs('own.db', 'crashed.db', ['']);
  const again = await createSqliteEventLog(place('crashed.db', 'own'));
  expect(await again.end(0)).toBe(0);
  await again.close();
});

it.each([
  ['control.db', createSqliteControlStore],
  ['ledger.db', createSqliteLedger],
  ['log.db', createSqliteEventLog],
] as const)('changes neither a %s of another folder nor its log', async (name, open) => {
  const other = await open(place(name, 'other', true));
  copyAs(name, 'crashed.db');
  await other.close();
  const before = bytesOf('crashed.db');
  await expect(open(place('crashed.db', 'own'))).rejects.toMatchObject({
    code: 'damaged',
    message: expect.stringContaining('crashed.db is not the one that belongs'),
  });
  expect(bytesOf('crashed.db')).toEqual(before);
});
