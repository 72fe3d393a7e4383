import fc from 'fast-check';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS_PER_SPACE, INDEX_STEPS } from '../index-store/index-schema.ts';
import { newTally } from '../thread/thread-tally.ts';
import { createTokenReader, type TokenSet } from './token-reader.ts';
import { createTokenStore, type WrittenSet } from './token-store.ts';
import { createVectorCipher } from './vector-cipher.ts';

const SETS = [1, 2];
const DOCUMENTS = 12;
const CIPHER = createVectorCipher(new Uint8Array(32).fill(7));

/** Bytes that a page holds if a content stands in the clear. */
const CLEAR = Array.from({ length: 5 }, (_, number) => Buffer.alloc(200, number + 1));

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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), set }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
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
  const row = db.prepare(
    'SELECT id, token_bytes - token_start AS tokenBytes, token_removals AS tokenRemovals, token_runs AS tokenRuns FROM vector_set WHERE id = ?',
  );
  return (set, number) => tokensOf({ ...(row.get(set) as unknown as TokenSet), cipher: CIPHER }, number);
}

describe('createTokenStore', () => {
  it('gives each document its own bytes, keeps equal ones once, in the clear, sealed or on the way, and no byte that no document has', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const db = openTables();
        let store = createTokenStore(db);
        const tokensOf = createReader(db);
        // As for a set of an earlier program: in the clear until it is written with a key, and then never without.
        let cipher: WrittenSet['cipher'];
        const written = (id: number): WrittenSet => ({ id, cipher });
        const held = new Map(SETS.map((id) => [id, new Map<number, Uint8Array>()]));
        for (const one of steps) {
          const own = 'set' in one ? held.get(one.set)! : undefined;
          if (one.kind === 'add' && !own!.has(one.number)) {
            store.add(written(one.set), one.number, one.bytes);
            own!.set(one.number, one.bytes);
          } else if (one.kind === 'former' && !own!.has(one.number)) {
            db.prepare('INSERT INTO vector_tokens VALUES (?, ?)').run(one.set * DOCUMENTS_PER_SPACE + one.number, one.bytes);
            own!.set(one.number, one.bytes);
          } else if (one.kind === 'remove') {
            const gone = [...own!].filter(([at]) => at >= one.from && at < one.to);
            expect(store.remove(written(one.set), one.from, one.to)).toHaveLength(gone.length);
            for (const [at] of gone) own!.delete(at);
          } else if (one.kind === 'move') while (store.moveSome(written(one.set)));
          else if (one.kind === 'seal') cipher = CIPHER;
          else if (one.kind === 'open') store = createTokenStore(db);
          else if (one.kind === 'removeAll') {
            store.remove(written(one.set), 0, DOCUMENTS);
            own!.clear();
          }
          for (const [id, own] of held)
            for (let at = 0; at < DOCUMENTS; at += 1) expect(Buffer.from(tokensOf(id, at) ?? [])).toEqual(Buffer.from(own.get(at) ?? []));
        }
        for (const id of SETS) while (store.moveSome(written(id)));
        for (const [id, own] of held) {
          const distinct = new Map([...own.values()].map((value) => [`${value[0]} ${value.length}`, value.length]));
          const pages = db.prepare('SELECT data FROM token_page WHERE id >= ? AND id < ?');
          const kept = pages.all(id * DOCUMENTS_PER_SPACE, (id + 1) * DOCUMENTS_PER_SPACE) as unknown as { data: Uint8Array }[];
          const live = kept.reduce((sum, { data }) => sum + data.reduce((count, byte) => count + Number(byte !== 0), 0), 0);
          const size = [...distinct.values()].reduce((sum, size) => sum + size, 0);
          // One sealed byte in 256 is a zero.
          expect(live).toBeLessThanOrEqual(size);
          expect(live).toBeGreaterThanOrEqual(cipher ? 0.98 * size - 10 : size);
          if (cipher) expect(kept.some(({ data }) => CLEAR.some((clear) => Buffer.from(data).includes(clear)))).toBe(false);
          expect(kept.every(({ data }) => data.some((byte) => byte !== 0))).toBe(true);
        }
        for (const id of SETS) while (store.dropSome(id));
        for (const table of ['token_page', 'token_place', 'token_content', 'token_run', 'vector_tokens'])
          expect(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
        db.close();
      }),
    );
  });

  it('keeps a content beside another that has the same hash', () => {
    const SET = { id: 1, cipher: undefined };
    const db = openTables();
    const store = createTokenStore(db);
    const tokensOf = createReader(db);
    store.add(SET, 0, content(0, 9));
    // Simulates a hash collision between the next content and the stored one.
    store.add(SET, 1, content(1, 9));
    const { hash } = db.prepare('SELECT hash FROM token_content WHERE at = 9').get() as { hash: number };
    db.exec('DELETE FROM token_content WHERE at = 9');
    db.prepare('UPDATE token_content SET hash = ?').run(hash);
    store.add(SET, 2, content(1, 9));
    expect(tokensOf(1, 2)).toEqual(tokensOf(1, 1));
    store.remove(SET, 2, 3);
    expect([tokensOf(1, 0)?.[0], tokensOf(1, 1)?.[0], tokensOf(1, 2)]).toEqual([1, 2, undefined]);
    db.close();
  });

  it('seals a place under another nonce after a rollback and after each opening', () => {
    const db = openTables();
    const set = { id: 1, cipher: CIPHER };
    const bytes = content(1, 700);
    const stored = (): string =>
      Buffer.from((db.prepare('SELECT data FROM token_page').get() as { data: Uint8Array }).data).toString('hex');
    const store = createTokenStore(db);
    const seen = new Set<string>();
    for (const next of [store, store, createTokenStore(db)]) {
      db.exec('BEGIN');
      next.add(set, 0, bytes);
      seen.add(stored());
      db.exec('ROLLBACK');
      next.rolledBack();
    }
    expect(seen.size).toBe(3);
    store.add(set, 0, bytes);
    expect(createReader(db)(1, 0)).toEqual(Buffer.from(bytes));
    db.close();
  });

  it('lets nobody compare a content with a guess: its hash needs the key', () => {
    const hashOf = (cipher: WrittenSet['cipher']): unknown => {
      const db = openTables();
      createTokenStore(db).add({ id: 1, cipher }, 0, content(1, 700));
      const row = db.prepare('SELECT hash FROM token_content').get();
      db.close();
      return row;
    };
    const hashes = [undefined, CIPHER, createVectorCipher(new Uint8Array(32).fill(8))].map(hashOf);
    expect(new Set(hashes.map((row) => JSON.stringify(row))).size).toBe(3);
  });
});
