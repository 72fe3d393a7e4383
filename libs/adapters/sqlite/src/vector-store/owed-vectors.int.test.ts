import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { INDEX_STEPS } from '../index-store/index-schema.ts';
import { createSqliteMemoryIndex } from '../index-store/sqlite-memory-index.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const open = () => createSqliteMemoryIndex({ path: join(folder.path, 'index.db') });

/** Makes the file one of a program that listed no vectors to make again. */
function beforeTheList(): void {
  const db = new DatabaseSync(join(folder.path, 'index.db'));
  db.exec('DROP TABLE owed_vector');
  db.prepare("UPDATE schema_version SET version = ? WHERE owner = 'memory-index'").run(INDEX_STEPS.length - 1);
  db.close();
}

it('lists once what an earlier program left behind erased messages, and nothing behind others', async () => {
  let index = await open();
  await index.write(0, [
    writeOf({ id: 'erased', offset: 1, indexed: false }),
    writeOf({ id: 'reply', offset: 2, kind: 'agent_message', text: 'it was noted' }),
    writeOf({ id: 'next', offset: 3, text: 'thank you' }),
    writeOf({ id: 'recalled', offset: 4, kind: 'tool_result', indexed: false }),
    writeOf({ id: 'after', offset: 5, text: 'so it is' }),
    writeOf({ id: 'alone', offset: 6, session: 's2', ordinal: 2, text: 'of another session' }),
  ]);
  await index.close();
  beforeTheList();
  index = await open();
  const owed = await index.vectors.owedVectors(0, 10);
  expect(owed.map(({ eventId }) => eventId)).toEqual(['reply']);
  await index.vectors.settleVectors(0, owed);
  await index.close();
  index = await open();
  expect(await index.vectors.owedVectors(0, 10)).toEqual([]);
  await index.close();
});

it('lists nothing of a session or a space that is removed', async () => {
  const index = await open();
  const one = writeOf({ id: 'one', offset: 1, text: 'red fox' });
  const two = writeOf({ id: 'two', offset: 2, session: 's2', text: 'blue fox' });
  await index.write(0, [one, two]);
  await index.erasing!.rewrite(0, [one, two]);
  const listed = async () => (await index.vectors.owedVectors(0, 10)).map(({ eventId }) => eventId);
  expect(await listed()).toEqual(['one', 'two']);
  await index.erasing!.remove({ tenant: 'acme', space: 'home', session: 's1' });
  expect(await listed()).toEqual(['two']);
  await index.erasing!.remove({ tenant: 'acme', space: 'home' });
  expect(await listed()).toEqual([]);
  await index.close();
});
