import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { quantiseVector } from '@total-recall/domain';
import type { DocumentVector, MemoryIndex, VectorIndex } from '@total-recall/ports';
import { writeOf } from '@total-recall/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteMemoryIndex } from '../index-store/sqlite-memory-index.ts';
import { bytesOf, signsOf } from './vector-format.ts';

const HOME = { tenant: 'acme', space: 'home' };
const DIMENSIONS = 128;
const EVENTS = 700;

let folder: ReturnType<typeof temporaryFolder>;
let index: MemoryIndex & { readonly vectors: VectorIndex };
let key: Uint8Array | undefined;
const open = async (seals: boolean) => {
  index = await createSqliteMemoryIndex({ path: join(folder.path, 'index.db'), ...(seals && { vectorKey: async () => key }) });
};
beforeEach(() => {
  folder = temporaryFolder();
  key = new Uint8Array(32).fill(9);
});
afterEach(async () => {
  await index.close();
  folder.remove();
});

/** Returns bytes of a number, always the same, and of no other number. */
function bytesFor(number: number, name: string): Buffer {
  return createHash('shake256', { outputLength: DIMENSIONS }).update(`${name} ${number}`).digest();
}

function numbered(number: number): Float32Array {
  const vector = Float32Array.from(bytesFor(number, 'vector'), (byte) => byte - 127.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const codesOf = (number: number): Uint8Array => new Uint8Array(bytesFor(number, 'tokens').subarray(0, 64));

function vectorOf(number: number): DocumentVector {
  const tokens = { codec: 'int8', ids: Uint32Array.of(number + 1), lines: Uint8Array.of(0), codes: codesOf(number) };
  return { ...HOME, eventId: `e${number}`, part: 0, vector: quantiseVector(numbered(number)), tokens };
}

async function write(from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, at) => from + at);
  await index.write(
    0,
    numbers.map((number) => writeOf({ ...HOME, id: `e${number}`, offset: number, text: 'word' })),
  );
  // A few at a time, so that segments are joined.
  for (let at = 0; at < numbers.length; at += 50) await index.vectors.writeVectors(0, 'm', numbers.slice(at, at + 50).map(vectorOf));
}

/** Counts of the first events whose signs and token vectors stand in some file. */
function inTheClear(): { readonly signs: number; readonly tokens: number } {
  const files = readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name)));
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  const count = (needle: (number: number) => Uint8Array): number =>
    numbers.filter((number) => files.some((bytes) => bytes.includes(Buffer.from(needle(number))))).length;
  return {
    signs: count((number) => signsOf(quantiseVector(numbered(number)).values, DIMENSIONS)),
    // Half of them, as a page may end within.
    tokens: count((number) => codesOf(number).subarray(0, 32)),
  };
}

async function near(number: number) {
  const hits = await index.vectors.searchVectors({ ...HOME, model: 'm', vector: numbered(number), limit: 5 });
  return hits.map(({ eventId, similarity }) => ({ eventId, similarity }));
}

async function answers() {
  const documents = [1, 60, 650].map((number) => ({ eventId: `e${number}`, part: 0 }));
  const ids = Uint32Array.of(61);
  const tokens = { ids, vectors: Int8Array.from(codesOf(60)), scales: Float32Array.of(1 / 127) };
  return {
    near: await Promise.all([3, 99, 640].map(near)),
    similarities: await index.vectors.similarities({ ...HOME, model: 'm', vector: numbered(60), documents }),
    matches: (await index.vectors.tokenMatches({ ...HOME, model: 'm', tokens, documents })).matches,
  };
}

async function sealAll(): Promise<void> {
  while (await index.vectors.dropOtherModels('m'));
}

describe('vectors at rest', () => {
  it.each([true, false])('are in no file with a key: %s, and the look at the files can fail', async (seals) => {
    await open(seals);
    await write(0, EVENTS);
    const found = inTheClear();
    if (seals) expect(found).toEqual({ signs: 0, tokens: 0 });
    else expect(Math.min(found.signs, found.tokens)).toBeGreaterThan(90);
  });

  it('of an earlier program are read, and sealed little by little, with what is written meanwhile', async () => {
    await open(false);
    await write(0, EVENTS);
    const before = await answers();
    await index.close();
    await open(true);
    expect(await answers()).toEqual(before);
    await write(EVENTS, EVENTS + 300);
    expect(inTheClear().tokens).toBeGreaterThan(90);
    await sealAll();
    expect(inTheClear()).toEqual({ signs: 0, tokens: 0 });
    const after = await answers();
    expect(after.similarities).toEqual(before.similarities);
    expect(after.matches).toEqual(before.matches);
    await index.close();
    expect(inTheClear()).toEqual({ signs: 0, tokens: 0 });
    await open(true);
    expect(await answers()).toEqual(after);
    const db = new DatabaseSync(join(folder.path, 'index.db'), { readOnly: true });
    expect({ ...db.prepare('SELECT sealing FROM vector_set').get() }).toEqual({ sealing: 3 });
    db.close();
    await index.erasing!.rewrite(0, [writeOf({ ...HOME, id: 'e60', offset: 60, text: 'other' })]);
    expect((await near(60)).map(({ eventId }) => eventId)).not.toContain('e60');
    expect((await answers()).matches[1]).toBeUndefined();
    expect((await near(61))[0]!.eventId).toBe('e61');
  });

  it('are as if there were none once the key is destroyed, written no more, and removed with their space', async () => {
    await open(true);
    await write(0, 100);
    expect((await near(3))[0]!.eventId).toBe('e3');
    key = undefined;
    expect(await near(3)).toEqual([]);
    expect((await answers()).similarities).toEqual([undefined, undefined, undefined]);
    await index.write(0, [writeOf({ ...HOME, id: 'e200', offset: 200, text: 'word' })]);
    await index.vectors.writeVectors(0, 'm', [vectorOf(200)]);
    expect((await index.vectors.vectorSets('acme', 'home'))[0]?.documents).toBe(100);
    await index.erasing!.remove(HOME);
    const db = new DatabaseSync(join(folder.path, 'index.db'), { readOnly: true });
    for (const table of [
      'vector_set',
      'vector_segment',
      'vector_block',
      'vector_nonce',
      'token_page',
      'token_place',
      'token_content',
      'token_run',
    ])
      expect([table, db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()]).toEqual([table, { rows: 0 }]);
    db.close();
  });

  it('are not found and not written by a program without keys, which leaves them as they are', async () => {
    await open(true);
    await write(0, 100);
    await index.close();
    await open(false);
    expect(await near(3)).toEqual([]);
    await index.write(0, [writeOf({ ...HOME, id: 'e200', offset: 200, text: 'word' })]);
    await expect(index.vectors.writeVectors(0, 'm', [vectorOf(200)])).rejects.toMatchObject({ code: 'unavailable' });
    await index.close();
    await open(true);
    expect((await near(3))[0]!.eventId).toBe('e3');
  });

  it('make no key where a space without vectors is read', async () => {
    const asked: string[] = [];
    index = await createSqliteMemoryIndex({
      path: join(folder.path, 'index.db'),
      vectorKey: async ({ space }) => {
        asked.push(space);
        return key;
      },
    });
    expect(await near(3)).toEqual([]);
    expect((await answers()).similarities).toEqual([undefined, undefined, undefined]);
    expect(asked).toEqual([]);
    await write(0, 10);
    await near(3);
    expect(new Set(asked)).toEqual(new Set(['home']));
  });

  it('have their scales sealed as well', async () => {
    await open(true);
    await write(0, 100);
    const db = new DatabaseSync(join(folder.path, 'index.db'), { readOnly: true });
    const { scales } = db.prepare('SELECT scales FROM vector_segment ORDER BY id DESC LIMIT 1').get() as { scales: Uint8Array };
    db.close();
    const stored = new Float32Array(scales.slice().buffer);
    const given = Float32Array.from({ length: 100 }, (_, number) => quantiseVector(numbered(number)).scale);
    expect(bytesOf(given).length).toBe(scales.length);
    expect(stored.every((scale) => scale > 0 && scale < 1)).toBe(false);
  });
});
