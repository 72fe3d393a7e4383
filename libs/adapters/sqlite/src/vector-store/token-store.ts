import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { DOCUMENTS_PER_SPACE } from '../index-store/index-schema.ts';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { createTokenPageReader, createTokenPages, type TokenPages } from './token-pages.ts';

/** Writes token vectors of documents. Equal bytes of one set are stored once. */
export interface TokenStore {
  /** Adds token vectors to a document that has none yet. */
  add(set: number, number: number, bytes: Uint8Array): void;
  /**
   * Removes token vectors from documents and returns those of each. Bytes that no other document uses are overwritten.
   */
  remove(set: number, from: number, to: number): Uint8Array[];
  /** Removes a part of a set. Returns true when there may be more. */
  dropSome(set: number): boolean;
  /**
   * Moves some token vectors of an earlier program, which stored a row per document. Returns true when there may be
   * more.
   */
  moveSome(): boolean;
}

/** Place of bytes within those of their set. */
interface Place {
  readonly at: number;
  readonly size: number;
}

/** Rows removed or moved in one call, so that other writes of the index do not wait long. */
const ROWS_AT_ONCE = 500;
/** Length of the content hash in bytes. When two contents have the same hash, the second is stored without sharing. */
const HASH_BYTES = 6;

const idOf = (set: number, number: number): number => set * DOCUMENTS_PER_SPACE + number;

export function createTokenStore(db: DatabaseSync): TokenStore {
  const statements = prepareStatements(db);
  const pages = createTokenPages(db);
  return {
    add: (set, number, bytes) => addBytes(statements, pages, { set, number, bytes }),
    remove: (set, from, to) => {
      const removed: Uint8Array[] = [];
      for (const { at, size } of statements.placesIn.all(idOf(set, from), idOf(set, to)) as unknown as Place[]) {
        const bytes = pages.read(set, at, size);
        removed.push(bytes);
        if (isLastUse(statements, set, at, bytes)) pages.write(set, at, new Uint8Array(size));
      }
      statements.dropPlaces.run(idOf(set, from), idOf(set, to));
      for (const { data } of statements.formerIn.all(idOf(set, from), idOf(set, to)) as unknown as { data: Uint8Array }[])
        removed.push(data);
      statements.dropFormer.run(idOf(set, from), idOf(set, to));
      if (removed.length > 0) statements.countRemoval.run(set);
      return removed;
    },
    dropSome: (set) => {
      const ids = [idOf(set, 0), idOf(set + 1, 0)] as const;
      const dropped = [statements.dropSomePages, statements.dropSomePlaces, statements.dropSomeFormer].map(
        (drop) => drop.run(...ids, ROWS_AT_ONCE).changes,
      );
      dropped.push(statements.dropSomeContents.run(set, ROWS_AT_ONCE).changes);
      return dropped.some((changes) => changes === ROWS_AT_ONCE);
    },
    moveSome: () => {
      const rows = statements.someFormer.all(ROWS_AT_ONCE) as unknown as { id: number; data: Uint8Array }[];
      for (const { id, data } of rows) {
        const set = Math.floor(id / DOCUMENTS_PER_SPACE);
        addBytes(statements, pages, { set, number: id - idOf(set, 0), bytes: data });
      }
      if (rows.length > 0) statements.dropFormer.run(rows[0]!.id, rows.at(-1)!.id + 1);
      return rows.length === ROWS_AT_ONCE;
    },
  };
}

/** A set as a reader sees it. */
export interface TokenSet {
  readonly id: number;
  /** Bytes of its contents. */
  readonly tokenBytes: number;
  /** Number of removals of token vectors from it. */
  readonly tokenRemovals: number;
}

/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 300;

export interface TokenReader {
  tokensOf(set: TokenSet, number: number): Uint8Array | undefined;
  /** Drops everything that is cached. */
  forget(): void;
}

/**
 * Creates a reader of token vectors; undefined for a document that has none. Those of sets that fit are cached: the
 * token vectors of a document never change, and the cache is cleared after a removal.
 */
export function createTokenReader(db: DatabaseSync, cacheBytes: number, held: ThreadTally): TokenReader {
  const place = db.prepare('SELECT at, size FROM token_place WHERE id = ?');
  const former = db.prepare('SELECT data FROM vector_tokens WHERE id = ?');
  for (const statement of [place, former]) statement.setReturnArrays(true);
  const readPages = createTokenPageReader(db);
  const cache = createLruMap<Uint8Array, number>(cacheBytes, tallied(held));
  const removals = new Map<number, number>();
  const read = (set: number, id: number): Uint8Array | undefined => {
    const found = place.get(id) as [number, number] | undefined;
    return found ? readPages(set, ...found) : (former.get(id) as [Uint8Array] | undefined)?.[0];
  };
  const tokensOf: TokenReader['tokensOf'] = ({ id: set, tokenBytes, tokenRemovals }, number) => {
    const id = idOf(set, number);
    if (tokenBytes > cacheBytes) return read(set, id);
    if (removals.get(set) !== tokenRemovals) {
      cache.clear();
      removals.set(set, tokenRemovals);
    }
    const known = cache.get(id);
    if (known) return known;
    const bytes = read(set, id);
    if (bytes) cache.set(id, bytes, bytes.length + ENTRY_BYTES);
    return bytes;
  };
  return { tokensOf, forget: () => cache.clear() };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(db: DatabaseSync) {
  const someOf = (table: string) =>
    db.prepare(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE id >= ? AND id < ? LIMIT ?)`);
  return {
    end: db.prepare('SELECT token_bytes AS at FROM vector_set WHERE id = ?'),
    countRemoval: db.prepare('UPDATE vector_set SET token_removals = token_removals + 1 WHERE id = ?'),
    saveEnd: db.prepare('UPDATE vector_set SET token_bytes = ? WHERE id = ?'),
    addPlace: db.prepare('INSERT INTO token_place (id, at, size) VALUES (?, ?, ?)'),
    placesIn: db.prepare('SELECT at, size FROM token_place WHERE id >= ? AND id < ?'),
    dropPlaces: db.prepare('DELETE FROM token_place WHERE id >= ? AND id < ?'),
    content: db.prepare('SELECT at, size, uses FROM token_content WHERE vector_set = ? AND hash = ?'),
    addContent: db.prepare('INSERT INTO token_content (vector_set, hash, at, size, uses) VALUES (?, ?, ?, ?, 1)'),
    useContent: db.prepare('UPDATE token_content SET uses = uses + ? WHERE vector_set = ? AND hash = ?'),
    dropContent: db.prepare('DELETE FROM token_content WHERE vector_set = ? AND hash = ?'),
    dropSomePages: someOf('token_page'),
    dropSomePlaces: someOf('token_place'),
    dropSomeFormer: someOf('vector_tokens'),
    dropSomeContents: db.prepare(
      'DELETE FROM token_content WHERE (vector_set, hash) IN (SELECT vector_set, hash FROM token_content WHERE vector_set = ? LIMIT ?)',
    ),
    someFormer: db.prepare('SELECT id, data FROM vector_tokens ORDER BY id LIMIT ?'),
    formerIn: db.prepare('SELECT data FROM vector_tokens WHERE id >= ? AND id < ?'),
    dropFormer: db.prepare('DELETE FROM vector_tokens WHERE id >= ? AND id < ?'),
  };
}

interface NewBytes {
  readonly set: number;
  readonly number: number;
  readonly bytes: Uint8Array;
}

function addBytes(statements: Statements, pages: TokenPages, { set, number, bytes }: NewBytes): void {
  const key = contentHash(bytes);
  const known = statements.content.get(set, key) as unknown as Place | undefined;
  let at: number;
  if (known?.size === bytes.length && Buffer.compare(pages.read(set, known.at, known.size), bytes) === 0) {
    ({ at } = known);
    statements.useContent.run(1, set, key);
  } else {
    ({ at } = statements.end.get(set) as unknown as Pick<Place, 'at'>);
    pages.write(set, at, bytes);
    statements.saveEnd.run(at + bytes.length, set);
    if (!known) statements.addContent.run(set, key, at, bytes.length);
  }
  statements.addPlace.run(idOf(set, number), at, bytes.length);
}

/**
 * Decrements the use count of a content and returns true for its last use. Bytes whose hash belongs to another content
 * are not counted and have one use.
 */
function isLastUse(statements: Statements, set: number, at: number, bytes: Uint8Array): boolean {
  const key = contentHash(bytes);
  const known = statements.content.get(set, key) as unknown as (Place & { readonly uses: number }) | undefined;
  if (known?.at !== at) return true;
  if (known.uses > 1) statements.useContent.run(-1, set, key);
  else statements.dropContent.run(set, key);
  return known.uses === 1;
}

function contentHash(bytes: Uint8Array): number {
  return hash('sha256', bytes, 'buffer').readUIntBE(0, HASH_BYTES);
}
