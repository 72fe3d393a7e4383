import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { codeOf, sampleUnits } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteUnitStore } from './sqlite-unit-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder.path, 'units.db');
});
afterEach(() => folder.remove());

async function savedThen(sql: string): Promise<void> {
  const store = await createSqliteUnitStore({ path });
  await store.save(0, [sampleUnits({}, 40)], { sequence: 7, entryId: 'entry-7' });
  await store.close();
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

it('drops what another version of the fold saved, with its marks', async () => {
  await savedThen('UPDATE units_version SET version = version + 1');
  const store = await createSqliteUnitStore({ path });
  expect(await store.load(sampleUnits())).toBeUndefined();
  expect(await store.marks(0)).toBeUndefined();
  await store.close();
});

it('refuses to open a state that is not what was written', async () => {
  await savedThen('UPDATE space_units SET state = zeroblob(length(state))');
  expect(await codeOf(createSqliteUnitStore({ path }))).toBe('damaged');
});

it('refuses a file of another data folder', async () => {
  const open = (id: string) => createSqliteUnitStore({ path, folder: { id, adopts: true } });
  await (await open('one')).close();
  expect(await codeOf(open('two'))).toBe('damaged');
  await (await open('one')).close();
});
