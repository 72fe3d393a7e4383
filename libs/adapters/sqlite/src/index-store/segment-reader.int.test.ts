import { join } from 'node:path';
import { writesOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { newTally, readTally } from '../thread/thread-tally.ts';
import { openIndexReader } from './open-index-reader.ts';
import { createSegmentReader } from './segment-reader.ts';
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
  const reader = createSegmentReader(db, CACHE_BYTES, tally);
  const spaces = db.prepare('SELECT DISTINCT space FROM segment').all() as { space: number }[];
  const segments = spaces.flatMap(({ space }) => reader.segments(space));
  for (const segment of segments) {
    reader.columns(segment);
    reader.sums(segment);
    for (let at = 0; at < DOCUMENTS; at += 1) reader.postings(segment, `term${at}`);
  }
  db.close();
  expect(readTally(tally)).toBeGreaterThan(CACHE_BYTES / 2);
  expect(readTally(tally)).toBeLessThanOrEqual(CACHE_BYTES);
});
