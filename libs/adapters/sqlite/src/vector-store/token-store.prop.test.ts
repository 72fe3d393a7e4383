import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS_PER_SPACE, INDEX_STEPS } from '../index-store/index-schema.ts';
import { newTally } from '../thread/thread-tally.ts';
import { createTokenReader, createTokenStore, type TokenSet } from './token-store.ts';

const SETS = [1, 2];
const DOCUMENTS = 12;

/** Returns a content by its number: equal numbers give equal bytes, and none contains the bytes of another. */
function content(number: number, size: number): Uint8Array {
  return new Uint8Array(size).fill(number + 1);
}

const set = fc.constantFrom(...SETS);
const number = fc.nat(DOCUMENTS - 1);
const bytes = fc.tuple(fc.nat(4), fc.constantFrom(1, 700, 8_139, 8_140, 8_141, 20_000)).map((of) => content(...of));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), set, number, bytes }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('former' as const), set, number, bytes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), set, from: number, to: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removeAll' as const), set }) },
);

function openTables(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  for (const sql of INDEX_STEPS) db.exec(sql);
  for (const id of SETS) db.prepare('INSERT INTO vector_set (id, space, model, dimensions) VALUES (?, 1, ?, 8)').run(id, `m${id}`);
  return db;
}

/** Creates a reader with room for some of the contents, as in the vector thread. */
function createReader(db: DatabaseSync): (set: number, number: number) => Uint8Array | undefined {
  const { tokensOf } = createTokenReader(db, 30_000, newTally());
  const row = db.prepare('SELECT id, token_bytes AS tokenBytes, token_removals AS tokenRemovals FROM vector_set WHERE id = ?');
  return (set, number) => tokensOf(row.get(set) as unknown as TokenSet, number);
}

describe('createTokenStore', () => {
  it('gives each document its own bytes, keeps equal ones once, and keeps no byte that no document has', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const db = openTables();
        const store = createTokenStore(db);
        const tokensOf = createReader(db);
        const held = new Map(SETS.map((id) => [id, new Map<number, Uint8Array>()]));
        for (const one of steps) {
          const own = 'set' in one ? held.get(one.set)! : undefined;
          if (one.kind === 'add' && !own!.has(one.number)) {
            store.add(one.set, one.number, one.bytes);
            own!.set(one.number, one.bytes);
          } else if (one.kind === 'former' && !own!.has(one.number)) {
            db.prepare('INSERT INTO vector_tokens VALUES (?, ?)').run(one.set * DOCUMENTS_PER_SPACE + one.number, one.bytes);
            own!.set(one.number, one.bytes);
          } else if (one.kind === 'remove') {
            const gone = [...own!].filter(([at]) => at >= one.from && at < one.to);
            expect(store.remove(one.set, one.from, one.to)).toHaveLength(gone.length);
            for (const [at] of gone) own!.delete(at);
          } else if (one.kind === 'move') while (store.moveSome());
          else if (one.kind === 'removeAll') {
            store.remove(one.set, 0, DOCUMENTS);
            own!.clear();
          }
          for (const [id, own] of held)
            for (let at = 0; at < DOCUMENTS; at += 1) expect(Buffer.from(tokensOf(id, at) ?? [])).toEqual(Buffer.from(own.get(at) ?? []));
        }
        while (store.moveSome());
        for (const [id, own] of held) {
          const distinct = new Map([...own.values()].map((value) => [`${value[0]} ${value.length}`, value.length]));
          const pages = db.prepare('SELECT data FROM token_page WHERE id >= ? AND id < ?');
          const kept = pages.all(id * DOCUMENTS_PER_SPACE, (id + 1) * DOCUMENTS_PER_SPACE) as unknown as { data: Uint8Array }[];
          const live = kept.reduce((sum, { data }) => sum + data.reduce((count, byte) => count + Number(byte !== 0), 0), 0);
          expect(live).toBe([...distinct.values()].reduce((sum, size) => sum + size, 0));
          expect(kept.every(({ data }) => data.some((byte) => byte !== 0))).toBe(true);
        }
        for (const id of SETS) while (store.dropSome(id));
        for (const table of ['token_page', 'token_place', 'token_content', 'vector_tokens'])
          expect(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
        db.close();
      }),
    );
  });

  it('keeps a content beside another that has the same hash', () => {
    const db = openTables();
    const store = createTokenStore(db);
    const tokensOf = createReader(db);
    store.add(1, 0, content(0, 9));
    // Simulates a hash collision between the next content and the stored one.
    store.add(1, 1, content(1, 9));
    const { hash } = db.prepare('SELECT hash FROM token_content WHERE at = 9').get() as { hash: number };
    db.exec('DELETE FROM token_content WHERE at = 9');
    db.prepare('UPDATE token_content SET hash = ?').run(hash);
    store.add(1, 2, content(1, 9));
    expect(tokensOf(1, 2)).toEqual(tokensOf(1, 1));
    store.remove(1, 2, 3);
    expect([tokensOf(1, 0)?.[0], tokensOf(1, 1)?.[0], tokensOf(1, 2)]).toEqual([1, 2, undefined]);
    db.close();
  });
});
