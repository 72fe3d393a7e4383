import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { DOCUMENTS_PER_SPACE } from '../index-store/index-schema.ts';
import { createTokenPages, type TokenPages } from './token-pages.ts';
import { createTokenRuns, type TokenRuns } from './token-runs.ts';
import { HASH_BYTES, type VectorCipher } from './vector-cipher.ts';

/** A set whose token vectors are written. */
export interface WrittenSet {
  readonly id: number;
  /** Seals what is written, and opens what was sealed. Once a set has sealed bytes it is written with its cipher only. */
  readonly cipher: VectorCipher | undefined;
}

/** Writes token vectors of documents. Equal bytes of one set are stored once. */
export interface TokenStore {
  /** Adds token vectors to a document that has none yet. */
  add(set: WrittenSet, number: number, bytes: Uint8Array): void;
  /**
   * Removes token vectors from documents and returns those of each. Bytes that no other document uses are overwritten.
   */
  remove(set: WrittenSet, from: number, to: number): Uint8Array[];
  /** Removes a part of a set. Returns true when there may be more. */
  dropSome(set: number): boolean;
  /**
   * Moves some token vectors of an earlier program: those of a row per document, and with a cipher those that stand in
   * the clear. Returns true when there may be more.
   */
  moveSome(set: WrittenSet): boolean;
  /** Notes that a transaction failed. */
  rolledBack(): void;
}

/** Place of bytes within those of their set. */
interface Place {
  readonly at: number;
  readonly size: number;
}

/** Rows removed or moved in one call, so that other writes of the index do not wait long. */
const ROWS_AT_ONCE = 500;

const idOf = (set: number, number: number): number => set * DOCUMENTS_PER_SPACE + number;

export function createTokenStore(db: DatabaseSync): TokenStore {
  const statements = prepareStatements(db);
  const runs = createTokenRuns(db);
  const contents: Contents = { statements, pages: createTokenPages(db), runs };
  const ends = (set: number): [number, number] => [idOf(set, 0), idOf(set + 1, 0)];
  return {
    add: (set, number, bytes) => addBytes(contents, set, number, bytes),
    remove: (set, from, to) => {
      const range = [idOf(set.id, from), idOf(set.id, to)] as const;
      const removed = (statements.placesIn.all(...range) as unknown as Place[]).map((place) => release(contents, set, place));
      statements.dropPlaces.run(...range);
      for (const { data } of statements.formerIn.all(...range) as unknown as { data: Uint8Array }[]) removed.push(data);
      statements.dropFormer.run(...range);
      if (removed.length > 0) statements.countRemoval.run(set.id);
      return removed;
    },
    dropSome: (set) => {
      const dropped = [statements.dropSomePages, statements.dropSomePlaces, statements.dropSomeFormer].map(
        (drop) => drop.run(...ends(set), ROWS_AT_ONCE).changes,
      );
      dropped.push(statements.dropSomeContents.run(set, ROWS_AT_ONCE).changes);
      if (dropped.some((changes) => changes === ROWS_AT_ONCE)) return true;
      runs.drop(set);
      return false;
    },
    moveSome: (set) => {
      const rows = statements.someFormer.all(...ends(set.id), ROWS_AT_ONCE) as unknown as { id: number; data: Uint8Array }[];
      for (const { id, data } of rows) addBytes(contents, set, id - idOf(set.id, 0), data);
      if (rows.length > 0) statements.dropFormer.run(rows[0]!.id, rows.at(-1)!.id + 1);
      return rows.length === ROWS_AT_ONCE || (set.cipher !== undefined && sealSome(contents, set));
    },
    rolledBack: () => runs.startAnew(),
  };
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
    saveStart: db.prepare('UPDATE vector_set SET token_start = ? WHERE id = ?'),
    placesBefore: db.prepare('SELECT id, at, size FROM token_place WHERE id >= ? AND id < ? AND at < ? ORDER BY id LIMIT ?'),
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
    someFormer: db.prepare('SELECT id, data FROM vector_tokens WHERE id >= ? AND id < ? ORDER BY id LIMIT ?'),
    formerIn: db.prepare('SELECT data FROM vector_tokens WHERE id >= ? AND id < ?'),
    dropFormer: db.prepare('DELETE FROM vector_tokens WHERE id >= ? AND id < ?'),
  };
}

/** The tables of contents. */
interface Contents {
  readonly statements: Statements;
  readonly pages: TokenPages;
  readonly runs: TokenRuns;
}

function readBytes({ pages, runs }: Contents, { id, cipher }: WrittenSet, { at, size }: Place): Uint8Array {
  return runs.open(id, at, pages.read(id, at, size), cipher);
}

function addBytes(contents: Contents, set: WrittenSet, number: number, bytes: Uint8Array): void {
  const { statements, pages, runs } = contents;
  const { id, cipher } = set;
  const key = cipher ? cipher.contentHash(bytes) : plainHash(bytes);
  const known = statements.content.get(id, key) as unknown as Place | undefined;
  let at: number;
  if (known?.size === bytes.length && Buffer.compare(readBytes(contents, set, known), bytes) === 0) {
    ({ at } = known);
    statements.useContent.run(1, id, key);
  } else {
    ({ at } = statements.end.get(id) as unknown as Pick<Place, 'at'>);
    pages.write(id, at, cipher ? runs.seal(id, at, bytes, cipher) : bytes);
    statements.saveEnd.run(at + bytes.length, id);
    if (!known) statements.addContent.run(id, key, at, bytes.length);
  }
  statements.addPlace.run(idOf(id, number), at, bytes.length);
}

/** Takes one use from a content and returns its bytes, which are overwritten after the last use. */
function release(contents: Contents, set: WrittenSet, place: Place): Uint8Array {
  const bytes = readBytes(contents, set, place);
  if (isLastUse(contents, set, place.at, bytes)) contents.pages.write(set.id, place.at, new Uint8Array(place.size));
  return bytes;
}

/**
 * Decrements the use count of a content and returns true for its last use. Bytes whose hash belongs to another content
 * are not counted and have one use.
 */
function isLastUse({ statements, runs }: Contents, { id, cipher }: WrittenSet, at: number, bytes: Uint8Array): boolean {
  const key = cipher && at >= runs.sealedFrom(id) ? cipher.contentHash(bytes) : plainHash(bytes);
  const known = statements.content.get(id, key) as unknown as (Place & { readonly uses: number }) | undefined;
  if (known?.at !== at) return true;
  if (known.uses > 1) statements.useContent.run(-1, id, key);
  else statements.dropContent.run(id, key);
  return known.uses === 1;
}

/** Seals some contents that stand in the clear, at the end of their set. Returns true when there may be more. */
function sealSome(contents: Contents, set: WrittenSet): boolean {
  const { statements, runs } = contents;
  const start = runs.sealedFrom(set.id);
  const range = [idOf(set.id, 0), idOf(set.id + 1, 0)] as const;
  const clear = statements.placesBefore.all(...range, start, ROWS_AT_ONCE) as unknown as (Place & { readonly id: number })[];
  for (const place of clear) {
    const bytes = release(contents, set, place);
    statements.dropPlaces.run(place.id, place.id + 1);
    addBytes(contents, set, place.id - range[0], bytes);
  }
  if (clear.length === ROWS_AT_ONCE) return true;
  const sealedFrom = runs.sealedFrom(set.id);
  if (sealedFrom < Infinity) statements.saveStart.run(sealedFrom, set.id);
  return false;
}

function plainHash(bytes: Uint8Array): number {
  return hash('sha256', bytes, 'buffer').readUIntBE(0, HASH_BYTES);
}
