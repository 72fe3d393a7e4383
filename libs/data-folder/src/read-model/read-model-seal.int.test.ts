import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspectReadModel, READ_MODEL_FILES, sealReadModel } from './read-model-seal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-seal-'));
  for (const file of READ_MODEL_FILES) write(file, 'CREATE TABLE one (a)');
});
afterEach(() => rm(folder, { recursive: true }));

function write(file: string, sql: string): void {
  const database = new DatabaseSync(join(folder, file));
  database.exec(sql);
  database.close();
}

it('a sealed read model opens unchanged, and a changed one is named', async () => {
  await sealReadModel(folder);
  expect(await inspectReadModel(folder)).toBeUndefined();
  await sealReadModel(folder);
  await appendFile(join(folder, 'sessions.db'), 'x');
  expect(await inspectReadModel(folder)).toMatchObject({ file: 'sessions.db' });
});

it('a changed read model is named again by the next look, as nobody has opened it', async () => {
  await sealReadModel(folder);
  write('index.db', 'CREATE TABLE two (a)');
  const first = await inspectReadModel(folder);
  expect(first).toMatchObject({ file: 'index.db', fault: expect.stringContaining('changed while the service was stopped') });
  expect(await inspectReadModel(folder)).toEqual(first);
});

it('a service that was killed is not taken for one that was stopped before: the seal of that stop is gone', async () => {
  await sealReadModel(folder);
  await inspectReadModel(folder);
  write('index.db', 'INSERT INTO one VALUES (1)');
  expect(await inspectReadModel(folder)).toBeUndefined();
});
