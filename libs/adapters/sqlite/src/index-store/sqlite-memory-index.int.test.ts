import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexWrite, MemoryIndex, TextHit, TextQuery } from '@total-recall/ports';
import { documentOf, writeOf, writesOf } from '@total-recall/ports/testing';
import { createHeldMemory } from '@total-recall/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteMemoryIndex } from './sqlite-memory-index.ts';

let folder: string;
let index: MemoryIndex;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-index-'));
  index = await createSqliteMemoryIndex({ path: join(folder, 'index.db'), readers: 2, caches: { postings: 64 * 1024 } });
});
afterEach(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

/** Returns the words of a document, so that every count can be computed from its number. */
function wordsOf(at: number): string {
  return `all p${at % 2} q${at % 37} q${at % 37} r${at % 1_000} s${at}`;
}

function numbered(space: string, from: number, size: number): IndexWrite[] {
  return Array.from({ length: size }, (_, step) =>
    writeOf({ id: `e${from + step}`, space, offset: from + step, session: `s${(from + step) % 5}`, text: wordsOf(from + step) }),
  );
}

function query(space: string, terms: readonly string[], rest: Partial<TextQuery> = {}): Promise<TextHit[]> {
  return index.searchText({ tenant: 'acme', space, terms, limit: 1_000, ...rest });
}

describe('SQLite index, its memory', () => {
  it('says what its caches hold, which is no more than they may', async () => {
    const [held, most] = [createHeldMemory(), 512 * 1024];
    const own = await createSqliteMemoryIndex({ path: join(folder, 'own.db'), caches: { postings: most }, held });
    try {
      expect(held.read()).toEqual({ postings: 0, columns: 0, vectors: 0, tokens: 0 });
      await own.write(0, numbered('large', 0, 3_000));
      const terms = Array.from({ length: 3_000 }, (_, at) => `s${at}`);
      for (let from = 0; from < terms.length; from += 20)
        await own.searchText({ tenant: 'acme', space: 'large', terms: terms.slice(from, from + 20), limit: 5 });
      const { postings } = held.read();
      expect(postings).toBeGreaterThan(most / 4);
      expect(postings).toBeLessThanOrEqual(most);
    } finally {
      await own.close();
    }
  });
});

describe('SQLite index, near the end of the memory', () => {
  it('holds as little as it is told to, and finds the same', async () => {
    const held = createHeldMemory();
    const own = await createSqliteMemoryIndex({ path: join(folder, 'own.db'), caches: { postings: 4 * 1024 * 1024 }, held });
    const findAll = async (): Promise<TextHit[][]> => {
      const found: TextHit[][] = [];
      for (let from = 0; from < 2_000; from += 50) {
        const terms = Array.from({ length: 50 }, (_, at) => `s${from + at}`);
        found.push(await own.searchText({ tenant: 'acme', space: 'large', terms, limit: 50 }));
      }
      return found;
    };
    try {
      await own.write(0, numbered('large', 0, 2_000));
      const found = await findAll();
      const { postings: before } = held.read();
      held.shrink(0.05);
      expect(await findAll()).toEqual(found);
      expect(held.read().postings).toBeLessThan(before! / 2);
      held.shrink(1);
      expect(await findAll()).toEqual(found);
      expect(held.read().postings).toBeGreaterThan(before! / 2);
    } finally {
      await own.close();
    }
  });
});

describe('SQLite index, growing', () => {
  it('stays exact in a space that grows from nothing past many merges, beside a small one', async () => {
    const sizes = [1, 1, 3, 60, 1, 500, 2_000, 7, 1, 300, 300, 300, 1, 1, 3_000, 2];
    let total = 0;
    for (const size of sizes) {
      await index.write(0, [
        ...numbered('large', total, size),
        writeOf({ id: `small-${total}`, space: 'small', offset: total, text: 'all quiet' }),
      ]);
      total += size;
      const expected = {
        documents: total,
        totalLength: 6 * total,
        documentFrequencies: [total, Math.ceil(total / 2), Math.ceil((total - 5) / 37), 1],
      };
      expect(await index.statistics('acme', 'large', ['all', 'p0', 'q5', 's0'])).toEqual({
        ...expected,
        documentFrequencies: expected.documentFrequencies.map((count) => Math.max(0, count)),
      });
    }
    expect((await query('large', ['r17'])).map((hit) => hit.ordinal).sort((left, right) => left - right)).toEqual(
      Array.from({ length: Math.ceil((total - 17) / 1_000) }, (_, at) => 17 + 1_000 * at),
    );
    for (const at of [0, 64, 565, total - 1]) {
      const [hit] = await query('large', [`s${at}`, `q${at % 37}`, 'p1'], { limit: 1 });
      expect(hit).toMatchObject({ eventId: `e${at}`, termCounts: [1, 2, at % 2], length: 6 });
    }
    const filtered = await query('large', ['q3'], { filter: { sessions: ['s2'] } });
    expect(filtered.length).toBe(Array.from({ length: total }, (_, at) => at).filter((at) => at % 37 === 3 && at % 5 === 2).length);
    expect(filtered.every((hit) => hit.session === 's2')).toBe(true);
    expect(await index.statistics('acme', 'small', ['all', 'p0'])).toEqual({
      documents: sizes.length,
      totalLength: 2 * sizes.length,
      documentFrequencies: [sizes.length, 0],
    });
  });

  it('answers from one moment while writes go on', async () => {
    let written = 0;
    const writing = (async () => {
      for (; written < 1_500; written += 25) await index.write(0, numbered('busy', written, 25));
    })();
    for (let round = 0; round < 40; round += 1) {
      const { documents, documentFrequencies } = await index.statistics('acme', 'busy', ['all']);
      expect(documentFrequencies).toEqual([documents]);
      expect(documents % 25).toBe(0);
      const hits = await query('busy', ['all', `s${Math.max(0, documents - 1)}`], { limit: 5 });
      expect(hits.every((hit) => hit.termCounts[0] === 1)).toBe(true);
    }
    await writing;
    expect((await index.statistics('acme', 'busy', ['all'])).documentFrequencies).toEqual([1_500]);
  });

  it('takes an event of thousands of passages', async () => {
    const documents = Array.from({ length: 20_000 }, (_, part) => ({
      ...documentOf('long', `passage n${part}`),
      part,
      passage: { artifactId: 'art', fromByte: part * 900, toByte: part * 900 + 900 },
    }));
    await index.write(0, [writeOf({ id: 'long', documents })]);
    const [hit] = await query('home', ['n19999']);
    expect(hit).toMatchObject({ eventId: 'long', part: 19_999, passage: { artifactId: 'art', fromByte: 17_999_100 } });
    expect((await index.statistics('acme', 'home', ['passage'])).documentFrequencies).toEqual([20_000]);
    await index.write(0, [writeOf({ id: 'long', offset: 1, text: 'short now' })]);
    expect(await query('home', ['passage'])).toEqual([]);
    expect(await index.statistics('acme', 'home', ['passage', 'now'])).toEqual({
      documents: 1,
      totalLength: 2,
      documentFrequencies: [0, 1],
    });
  });

  it('finds at its place what an event was replaced by, though it was asked for before', async () => {
    const at = (): Promise<TextHit[]> =>
      index.documentsAt({ tenant: 'acme', space: 'home', terms: ['old', 'new'], places: [{ session: 's', ordinal: 4 }] });
    for (const [offset, text] of ['old', 'new', 'new new'].entries()) {
      await index.write(0, [writeOf({ id: 'changing', session: 's', ordinal: 4, offset, text })]);
      for (let reader = 0; reader < 2; reader += 1) {
        const expected = [text.split(' ').filter((word) => word === 'old').length, text.split(' ').filter((word) => word === 'new').length];
        expect((await Promise.all([at(), at()])).map((hits) => hits.map((hit) => hit.termCounts))).toEqual([[expected], [expected]]);
      }
    }
  });

  it('keeps nothing of a write that failed', async () => {
    const bad = { ...writeOf({ id: 'bad', offset: 2, text: 'gone' }), agent: 7 as unknown as string };
    Object.assign(bad.event.record, { envelope: { ...bad.event.record.envelope, recordedAt: 'never' } });
    await expect(index.write(0, [writeOf({ id: 'first', space: 'new', text: 'gone', session: 'fresh' }), bad])).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await index.events('acme', 'new', ['first'])).toEqual([undefined]);
    await index.write(0, [writeOf({ id: 'first', space: 'new', text: 'kept', session: 'fresh' })]);
    expect((await query('new', ['kept', 'gone'])).map((hit) => [hit.eventId, hit.session])).toEqual([['first', 'fresh']]);
  });

  it('refuses a bad number of readers and a file that is no database', async () => {
    await expect(createSqliteMemoryIndex({ path: join(folder, 'x.db'), readers: 0 })).rejects.toMatchObject({ code: 'invalid_request' });
    await index.write(0, writesOf(['a']));
    expect((await readFile(join(folder, 'index.db'))).subarray(0, 6).toString()).toBe('SQLite');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(folder, 'broken.db'), 'this is no database, but long enough to look at'.repeat(50));
    await expect(createSqliteMemoryIndex({ path: join(folder, 'broken.db') })).rejects.toMatchObject({ code: 'damaged' });
  });
});
