import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writesOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { newTally, readTally } from '../thread/thread-tally.ts';
import { openIndexReader } from './open-index-reader.ts';
import { createSegmentReader, textRoom, type SegmentReader } from './segment-reader.ts';
import { createSqliteMemoryIndex } from './sqlite-memory-index.ts';

const CACHE_BYTES = 128 * 1024;
/** Enough for each cache to be full, and each with few enough documents for several of its segments to fit. */
const SPACES = 30;
const DOCUMENTS = 200;
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

it('the caches of a reader hold together no more than they may', async () => {
  const path = join(folder.path, 'index.db');
  const index = await createSqliteMemoryIndex({ path });
  const texts = Array.from({ length: DOCUMENTS }, (_, at) => `term${at} other${at}`);
  for (let at = 0; at < SPACES; at += 1) await index.write(0, writesOf(texts, { space: `space${at}` }, at * DOCUMENTS));
  await index.refresh(0);
  await index.close();
  const db = openIndexReader(path, 1024 * 1024);
  const tally = newTally();
  const reader = createSegmentReader(db, textRoom(CACHE_BYTES), tally);
  const spaces = db.prepare('SELECT DISTINCT space FROM segment').all() as { space: number }[];
  const segments = spaces.flatMap(({ space }) => reader.segments(space));
  for (const segment of segments) {
    void reader.columns(segment).times;
    void reader.columns(segment).lengths;
    reader.sums(segment);
    for (let at = 0; at < DOCUMENTS; at += 1) reader.postings(segment, `term${at}`);
  }
  db.close();
  expect(readTally(tally)).toBeGreaterThan(CACHE_BYTES / 2);
  expect(readTally(tally)).toBeLessThanOrEqual(CACHE_BYTES);
});

it('keeps the columns of as many segments of a space as fit, however often all are read in turn', async () => {
  const path = join(folder.path, 'index.db');
  const index = await createSqliteMemoryIndex({ path });
  let next = 0;
  // Each is less than half of the one before, so that none is joined with it.
  for (const size of [400, 190, 90, 40]) {
    const texts = Array.from({ length: size }, (_, at) => 'word '.repeat((at % 7) + 1));
    await index.write(0, writesOf(texts, { space: 'one' }, next));
    next += size;
  }
  await index.close();
  const db = new DatabaseSync(path);
  const { id } = db.prepare('SELECT id FROM space').get() as { id: number };
  const whole = createSegmentReader(db, { columns: 1024 * 1024, postings: 0 }, newTally());
  const small = createSegmentReader(db, { columns: 700 * 8, postings: 0 }, newTally());
  const read = (reader: SegmentReader): number[][] => reader.segments(id).map((segment) => [...reader.columns(segment).lengths]);
  const segments = small.segments(id);
  expect(segments.map(({ isKept }) => isKept)).toEqual([true, true, false, false]);
  const wanted = read(whole);
  expect(wanted.map(({ length }) => length)).toEqual([400, 190, 90, 40]);
  for (let round = 0; round < 3; round += 1) expect(read(small)).toEqual(wanted);
  db.exec('UPDATE segment SET columns = zeroblob(length(columns))');
  const zeros = wanted.map((lengths) => lengths.map(() => 0));
  expect(segments.map((segment) => [...small.columns(segment).lengths])).toEqual([wanted[0], wanted[1], zeros[2], zeros[3]]);
  db.close();
});

it('keeps columns of both spaces where two that do not fit together are asked in turn', async () => {
  const path = join(folder.path, 'index.db');
  const index = await createSqliteMemoryIndex({ path });
  for (const [at, space] of ['one', 'other'].entries()) {
    const texts = (length: number): string[] => Array.from({ length }, (_, word) => `word${word}`);
    await index.write(0, writesOf(texts(400), { space }, 1_000 * at));
    await index.write(0, writesOf(texts(190), { space }, 1_000 * at + 400));
  }
  await index.close();
  const db = new DatabaseSync(path);
  const ids = (db.prepare('SELECT id FROM space ORDER BY id').all() as { id: number }[]).map(({ id }) => id);
  const reader = createSegmentReader(db, { columns: (8 / 7) * 8 * 900, postings: 0 }, newTally());
  const kept = (space: number): boolean[] => reader.segments(space).map(({ isKept }) => isKept);
  expect(kept(ids[0]!)).toEqual([true, true]);
  kept(ids[1]!);
  expect(ids.map(kept)).toEqual(ids.map(() => [true, false]));
  db.close();
});
