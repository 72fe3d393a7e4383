import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { INDEX_STEPS } from '../index-store/index-schema.ts';
import { newTally, readTally } from '../thread/thread-tally.ts';
import { BLOCKS_PER_VECTOR_SEGMENT, bytesOf, rowsPerBlock, signsOf, type VectorSegment } from './vector-format.ts';
import { createVectorSegmentReader, type VectorSegmentReader } from './vector-segment-reader.ts';
import { createVectorCipher } from './vector-cipher.ts';
import { createVectorSegmentStore } from './vector-segment-store.ts';

const SET = 1;
const DIMENSIONS = 128;
const PLENTY = 2 ** 24;
const CIPHER = createVectorCipher(new Uint8Array(32).fill(7));

/** Builds a segment with rows that follow from the numbers of their documents. */
function segmentOf(numbers: readonly number[], dimensions: number): VectorSegment {
  const rows = Int8Array.from(
    numbers.flatMap((number) => Array.from({ length: dimensions }, (_, at) => ((number * 31 + at * 17) % 255) - 127)),
  );
  return {
    numbers: Uint32Array.from(numbers),
    scales: new Float32Array(numbers.length).fill(1 / 127),
    rows,
    signs: signsOf(rows, dimensions),
  };
}

/** Saves a segment as programs did before rows had a code. */
function saveFormer(db: DatabaseSync, { numbers, scales, signs, rows }: VectorSegment, dimensions: number): void {
  const saved = db
    .prepare('INSERT INTO vector_segment (vector_set, documents, first, last, numbers, scales, signs) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(SET, numbers.length, numbers[0]!, numbers.at(-1)!, bytesOf(numbers), bytesOf(scales), signs);
  const step = rowsPerBlock(dimensions) * dimensions;
  for (let from = 0, block = 0; from < rows.length; from += step, block += 1)
    db.prepare('INSERT INTO vector_block (id, data) VALUES (?, ?)').run(
      Number(saved.lastInsertRowid) * BLOCKS_PER_VECTOR_SEGMENT + block,
      bytesOf(rows.subarray(from, from + step)),
    );
}

/** Returns each vector that a reader gives, by its document's number. */
function readAll(reader: VectorSegmentReader, dimensions: number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const segment of reader.segments(SET, dimensions, CIPHER)) {
    const { numbers, scales } = reader.head(segment);
    const read = reader.rowReader(segment, dimensions);
    numbers.forEach((number, place) => {
      const { rows, from } = read(place);
      found.set(
        number,
        Array.from(rows.subarray(from, from + dimensions), (value) => value * scales[place]!),
      );
    });
  }
  return found;
}

describe('segments of vectors', () => {
  it('give each vector nearly as it came, from memory and by page, beside and joined with what earlier programs wrote', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.constantFrom(DIMENSIONS, 24), fc.boolean(), fc.nat(6), (counts, dimensions, hasFormer, sealedFrom) => {
        const db = new DatabaseSync(':memory:');
        for (const sql of INDEX_STEPS) db.exec(sql);
        const store = createVectorSegmentStore(db);
        let next = 0;
        for (const [at, count] of counts.entries()) {
          const segment = segmentOf(
            Array.from({ length: count }, (_, step) => next + step),
            dimensions,
          );
          if (at === 0 && hasFormer) saveFormer(db, segment, dimensions);
          else store.add({ id: SET, dimensions, cipher: at >= sealedFrom ? CIPHER : undefined }, segment);
          next += count;
        }
        const whole = readAll(createVectorSegmentReader(db, PLENTY, newTally()), dimensions);
        expect(readAll(createVectorSegmentReader(db, 0, newTally()), dimensions)).toEqual(whole);
        const given = segmentOf([...whole.keys()], dimensions);
        expect(whole.size).toBe(next);
        [...whole.values()].forEach((vector, at) => {
          const wanted = Array.from(given.rows.subarray(at * dimensions, (at + 1) * dimensions), (value) => value / 127);
          const product = vector.reduce((sum, value, dimension) => sum + value * wanted[dimension]!, 0);
          expect(
            product / Math.sqrt(vector.reduce((sum, value) => sum + value ** 2, 0) * wanted.reduce((sum, value) => sum + value ** 2, 0)),
          ).toBeGreaterThan(0.98);
          expect(product / wanted.reduce((sum, value) => sum + value ** 2, 0)).toBeCloseTo(1, 4);
        });
        const set = { id: SET, dimensions, cipher: CIPHER };
        while (store.sealOne(set));
        expect(readAll(createVectorSegmentReader(db, PLENTY, newTally()), dimensions).size).toBe(next);
        const count = (table: string): unknown => db.prepare(`SELECT count(*) AS rows FROM ${table}`).get();
        expect(count('vector_nonce')).toEqual(count('vector_segment'));
        expect(store.remove(set, [{ from: 0, to: 1 }])).toBe(1);
        whole.delete(0);
        expect(new Set(readAll(createVectorSegmentReader(db, PLENTY, newTally()), dimensions).keys())).toEqual(new Set(whole.keys()));
        db.close();
      }),
      { numRuns: 40 },
    );
  });

  it('keep the signs of as many segments as fit, however often all are read in turn', () => {
    const db = new DatabaseSync(':memory:');
    for (const sql of INDEX_STEPS) db.exec(sql);
    const store = createVectorSegmentStore(db);
    let next = 0;
    for (const count of [600, 290, 140, 130]) {
      const numbers = Array.from({ length: count }, (_, step) => next + step);
      store.add({ id: SET, dimensions: DIMENSIONS, cipher: CIPHER }, segmentOf(numbers, DIMENSIONS));
      next += count;
    }
    const read = (reader: VectorSegmentReader): Uint8Array[] =>
      reader.segments(SET, DIMENSIONS, CIPHER).map((segment) => reader.signs(segment, DIMENSIONS).slice());
    const wanted = read(createVectorSegmentReader(db, PLENTY, newTally()));
    const tally = newTally();
    const room = 28 * 1024;
    const reader = createVectorSegmentReader(db, room, tally);
    const segments = reader.segments(SET, DIMENSIONS, CIPHER);
    expect(segments.map(({ kept }) => kept)).toEqual(['signs', 'signs', 'nothing', 'nothing']);
    const vectors = readAll(reader, DIMENSIONS);
    for (let round = 0; round < 3; round += 1) {
      expect(read(reader)).toEqual(wanted);
      expect(readAll(reader, DIMENSIONS)).toEqual(vectors);
      expect(readTally(tally)).toBeLessThanOrEqual(room);
    }
    db.exec("UPDATE vector_segment SET signs = x''");
    expect(segments.map((segment) => reader.signs(segment, DIMENSIONS).length)).toEqual([
      ...wanted.slice(0, 2).map(({ length }) => length),
      0,
      0,
    ]);
    db.close();
  });
});
