import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { quantiseVector } from '@total-recall/domain';
import { writeOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteMemoryIndex } from '../index-store/sqlite-memory-index.ts';
import { newTally } from '../thread/thread-tally.ts';
import { createVectorSegmentReader } from './vector-segment-reader.ts';

const DIMENSIONS = 64;
const EVENTS = 100;
/** Room for all of one set and a half: a number, a scale, signs and a byte a dimension of each vector. */
const CACHE_BYTES = 1.5 * (8 / 7) * EVENTS * (8 + DIMENSIONS / 8 + DIMENSIONS);

it('keeps the signs of two sets that are asked in turn and do not fit together, and all of one that is asked alone', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'index.db');
  const index = await createSqliteMemoryIndex({ path });
  for (const space of ['one', 'other']) {
    const ids = Array.from({ length: EVENTS }, (_, at) => `${space}-${at}`);
    await index.write(
      0,
      ids.map((id, offset) => writeOf({ id, offset, space, text: 'word' })),
    );
    const vector = quantiseVector(new Float32Array(DIMENSIONS).fill(1 / Math.sqrt(DIMENSIONS)));
    await index.vectors.writeVectors(
      0,
      'm',
      ids.map((eventId) => ({ tenant: 'acme', space, eventId, part: 0, vector })),
    );
  }
  await index.close();
  const db = new DatabaseSync(path);
  const [one, other] = (db.prepare('SELECT id FROM vector_set ORDER BY id').all() as { id: number }[]).map(({ id }) => id);
  const reader = createVectorSegmentReader(db, CACHE_BYTES, newTally());
  const kept = (set: number | undefined): string[] => reader.segments(set!, DIMENSIONS).map((segment) => segment.kept);
  expect(kept(one)).toEqual(['whole']);
  for (const set of [other, one, other]) kept(set);
  expect([kept(one), kept(other)]).toEqual([['signs'], ['signs']]);
  for (let use = 0; use < 40; use += 1) kept(one);
  expect(kept(one)).toEqual(['whole']);
  db.close();
  folder.remove();
});
