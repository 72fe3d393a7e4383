import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { quantiseVector } from '@total-recall/domain';
import type { DocumentVector, MemoryIndex, VectorHit, VectorIndex } from '@total-recall/ports';
import { writeOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteMemoryIndex } from '../index-store/sqlite-memory-index.ts';

const DIMENSIONS = 64;
const EVENTS = 21_000;
const BATCH = 3_000;

let folder: string;
let path: string;
let index: MemoryIndex & { readonly vectors: VectorIndex };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-vectors-'));
  path = join(folder, 'index.db');
  index = await createSqliteMemoryIndex({ path });
});
afterEach(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

/** Returns the vector of a number, always the same, in pseudo-random directions. */
function numbered(number: number): Float32Array {
  let state = (number + 1) * 2_654_435_761;
  const vector = Float32Array.from({ length: DIMENSIONS }, () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393;
    return (state >>> 0) / 4_294_967_296 + (Math.imul(state, 3_266_489_917) >>> 0) / 4_294_967_296 - 1;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

async function addEvents(from: number, to: number): Promise<void> {
  await index.write(
    0,
    Array.from({ length: to - from }, (_, at) =>
      writeOf({ id: `e${from + at}`, offset: from + at, session: `s${(from + at) % 10}`, text: 'word' }),
    ),
  );
}

function vectorsFor(numbers: readonly number[]): DocumentVector[] {
  return numbers.map((number) => ({
    tenant: 'acme',
    space: 'home',
    eventId: `e${number}`,
    part: 0,
    vector: quantiseVector(numbered(number)),
  }));
}

async function fill(events: number): Promise<void> {
  for (let from = 0; from < events; from += BATCH) {
    const to = Math.min(events, from + BATCH);
    await addEvents(from, to);
    // Written backwards, so that segments contain numbers that came out of order.
    await index.vectors.writeVectors(0, 'm', vectorsFor(Array.from({ length: to - from }, (_, at) => to - 1 - at)));
  }
}

async function near(number: number, rest: { limit?: number; filter?: { sessions: string[] } } = {}): Promise<VectorHit[]> {
  return index.vectors.searchVectors({ tenant: 'acme', space: 'home', model: 'm', vector: numbered(number), limit: 20, ...rest });
}

describe('SQLite vectors, many', () => {
  it('finds in a large space, with and without a filter, what an exact search finds, whether rows fit in memory or not', async () => {
    await fill(EVENTS);
    const all = Array.from({ length: EVENTS }, (_, number) => numbered(number));
    const exact = (query: number, allowed: (number: number) => boolean): string[] =>
      all
        .map((vector, number) => ({ number, score: vector.reduce((sum, value, at) => sum + value * all[query]![at]!, 0) }))
        .filter(({ number }) => allowed(number))
        .sort((left, right) => right.score - left.score)
        .slice(0, 20)
        .map(({ number }) => `e${number}`);
    const recall = async (): Promise<number> => {
      let found = 0;
      for (const query of [5, 7_777, 20_999]) {
        const hits = await near(query);
        expect(hits[0]).toMatchObject({ eventId: `e${query}`, session: `s${query % 10}`, similarity: expect.closeTo(1, 1) });
        const filtered = await near(query, { filter: { sessions: ['s3'] } });
        expect(filtered.every((hit) => hit.session === 's3')).toBe(true);
        const wanted = [...exact(query, () => true), ...exact(query, (number) => number % 10 === 3)];
        found += [...hits, ...filtered].filter((hit, at) => wanted.slice(at < 20 ? 0 : 20, at < 20 ? 20 : 40).includes(hit.eventId)).length;
      }
      return found / 120;
    };
    const cached = await recall();
    expect(cached).toBeGreaterThan(0.9);
    await index.close();
    index = await createSqliteMemoryIndex({ path, caches: { vectors: 48 * 1024, tokens: 16 * 1024 } });
    expect(await recall()).toBe(cached);
    expect(
      (
        await index.vectors.similarities({
          tenant: 'acme',
          space: 'home',
          model: 'm',
          vector: numbered(9),
          documents: [{ eventId: 'e9', part: 0 }],
        })
      )[0],
    ).toBeCloseTo(1, 1);
  });

  it('keeps text and vectors apart: text is found while no vector is, and documents without vectors are no candidates', async () => {
    await addEvents(0, 50);
    expect(await near(3)).toEqual([]);
    await index.vectors.writeVectors(0, 'm', vectorsFor([3, 40]));
    expect((await near(3)).map((hit) => hit.eventId)).toEqual(['e3', 'e40']);
    expect(await index.searchText({ tenant: 'acme', space: 'home', terms: ['word'], limit: 100 })).toHaveLength(50);
  });

  it('erases rows, signs and tokens of replaced events and of a dropped set from the tables', async () => {
    await addEvents(0, 300);
    const withTokens = vectorsFor(Array.from({ length: 300 }, (_, at) => at)).map((vector) => ({
      ...vector,
      tokens: { codec: 'int8', ids: Uint32Array.of(1), lines: Uint8Array.of(0), codes: new Uint8Array(8).fill(35) },
    }));
    await index.vectors.writeVectors(0, 'm', withTokens);
    await index.write(
      0,
      Array.from({ length: 100 }, (_, at) => writeOf({ id: `e${at}`, offset: 1_000 + at, text: 'word' })),
    );
    const db = new DatabaseSync(path, { readOnly: true });
    const counts = (): unknown => ({
      ...db
        .prepare(
          `SELECT (SELECT coalesce(sum(documents), 0) FROM vector_segment) AS vectors,
      (SELECT coalesce(sum(length(data)), 0) FROM vector_block) / ${DIMENSIONS} AS rows, (SELECT count(*) FROM token_place) AS tokens,
      (SELECT coalesce(sum(uses), 0) FROM token_content) AS uses, (SELECT count(*) FROM token_page) AS pages,
      (SELECT coalesce(sum(documents), 0) FROM token_frequency) AS held`,
        )
        .get(),
    });
    try {
      expect(counts()).toEqual({ vectors: 200, rows: 200, tokens: 200, uses: 200, pages: 1, held: 200 });
      expect((await near(150))[0]?.eventId).toBe('e150');
      expect((await near(50)).every((hit) => Number(hit.eventId.slice(1)) >= 100)).toBe(true);
      await index.vectors.dropVectors('acme', 'home', 'm');
      expect(counts()).toEqual({ vectors: 0, rows: 0, tokens: 0, uses: 0, pages: 0, held: 0 });
    } finally {
      db.close();
    }
  });

  it('answers from one moment while vectors are written and merged', async () => {
    await addEvents(0, 2_000);
    let written = 0;
    const writing = (async () => {
      for (; written < 2_000; written += 20)
        await index.vectors.writeVectors(0, 'm', vectorsFor(Array.from({ length: 20 }, (_, at) => written + at)));
    })();
    let before = 0;
    for (let round = 0; round < 30; round += 1) {
      const hits = await near(1, { limit: 1_000 });
      expect(new Set(hits.map((hit) => hit.eventId)).size).toBe(hits.length);
      expect(hits.length).toBeGreaterThanOrEqual(before);
      expect(hits.length % 20).toBe(0);
      before = hits.length;
    }
    await writing;
    expect((await index.vectors.vectorSets('acme', 'home'))[0]?.documents).toBe(2_000);
  });
});
