import { unpackTokens } from '@total-recall/runtime/token-rows';
import type { DatabaseSync } from 'node:sqlite';
import { MAX_SPACES } from '../index-store/index-schema.ts';
import { inTransaction } from '../thread/open-database.ts';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import { createDocumentFinder } from '../index-store/find-document.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';
import { joinSegments, pick, signsOf } from './vector-format.ts';
import type { PackedVectors, VectorWriterHandlers } from './vector-messages.ts';
import { createVectorSegmentStore, type NumberRange, type VectorSegmentStore } from './vector-segment-store.ts';

interface SetRow {
  readonly id: number;
  readonly dimensions: number;
  readonly tokenDimensions: number | null;
}

export interface VectorWriter extends VectorWriterHandlers {
  /** Erases the vectors of documents that leave a space. Runs within the transaction that removes them. */
  forget(space: number, ranges: readonly NumberRange[]): void;
  /** Erases the rest of hidden sets, which nobody reads and `forget` does not search. */
  dropHidden(): void;
}

type Statements = ReturnType<typeof prepareStatements>;

/** Stores through which the parts of a set are written. */
interface Parts {
  readonly statements: Statements;
  readonly segments: VectorSegmentStore;
  readonly tokens: TokenStore;
}

function prepareStatements(db: DatabaseSync) {
  return {
    set: db.prepare('SELECT id, dimensions, token_dimensions AS tokenDimensions FROM vector_set WHERE space = ? AND model = ?'),
    setsOf: db.prepare('SELECT id, dimensions, token_dimensions AS tokenDimensions FROM vector_set WHERE space = ?'),
    addSet: db.prepare('INSERT INTO vector_set (space, model, dimensions) VALUES (?, ?, ?)'),
    saveSet: db.prepare(
      'UPDATE vector_set SET documents = documents + ?, token_documents = token_documents + ?, token_dimensions = coalesce(token_dimensions, ?) WHERE id = ?',
    ),
    dropSet: db.prepare('DELETE FROM vector_set WHERE id = ?'),
    hiddenSets: db.prepare('SELECT id FROM vector_set WHERE space < 0'),
    otherSet: db.prepare('SELECT id, space FROM vector_set WHERE model <> ? OR space < 0 LIMIT 1'),
    hideSet: db.prepare('UPDATE vector_set SET space = -id WHERE id = ?'),
    dropProgress: db.prepare('DELETE FROM vector_progress WHERE partition = ? AND model = ?'),
    dropOtherProgress: db.prepare('DELETE FROM vector_progress WHERE model <> ?'),
    countToken: db.prepare(
      'INSERT INTO token_frequency (vector_set, token, documents) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents',
    ),
    dropFrequencies: db.prepare('DELETE FROM token_frequency WHERE vector_set = ?'),
    progress: db.prepare(
      'INSERT INTO vector_progress (partition, model, reached) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET reached = max(reached, excluded.reached)',
    ),
  };
}

/** Creates the vectors' part of the index's writer. */
export function createVectorWriter(db: DatabaseSync): VectorWriter {
  const statements = prepareStatements(db);
  const segments = createVectorSegmentStore(db);
  const tokens = createTokenStore(db);
  const parts: Parts = { statements, segments, tokens };
  const finder = createDocumentFinder(db);
  return {
    writeVectors: (packed) =>
      inTransaction(db, () => {
        for (const { space, places } of placesBySpace(finder, packed)) addToSet(parts, space, packed, places);
      }),
    dropVectors: (tenant, space, model) =>
      inTransaction(db, () => {
        const id = finder.spaceId(tenant, space);
        const set = id === undefined ? undefined : (statements.set.get(id, model) as unknown as SetRow | undefined);
        if (!set) return;
        while (tokens.dropSome(set.id));
        dropSet(parts, set.id);
      }),
    dropOtherModels: (keep) => inTransaction(db, () => dropSomeOf(parts, keep) || tokens.moveSome()),
    setProgress: (partition, model, offset) => void statements.progress.run(partition, model, offset),
    restartProgress: (partition, model) => void statements.dropProgress.run(partition, model),
    dropHidden: () => {
      for (const { id } of statements.hiddenSets.all() as unknown as SetRow[]) {
        while (tokens.dropSome(id));
        dropSet(parts, id);
      }
    },
    forget: (space, ranges) => {
      for (const set of statements.setsOf.all(space) as unknown as SetRow[]) {
        const documents = segments.remove(set.id, set.dimensions, ranges);
        statements.saveSet.run(-documents, -forgetTokens(parts, set.id, ranges), null, set.id);
      }
    },
  };
}

function dropSomeOf(parts: Parts, keep: string): boolean {
  const { statements, tokens } = parts;
  statements.dropOtherProgress.run(keep);
  const set = statements.otherSet.get(keep) as { id: number; space: number } | undefined;
  if (!set) return false;
  // Hidden from reads before it is partly removed. If its model comes back, it starts a new set.
  if (set.space >= 0) statements.hideSet.run(set.id);
  if (!tokens.dropSome(set.id)) dropSet(parts, set.id);
  return statements.otherSet.get(keep) !== undefined;
}

function dropSet({ statements, segments }: Parts, set: number): void {
  segments.dropAll(set);
  statements.dropFrequencies.run(set);
  statements.dropSet.run(set);
}

/** Position in the packed vectors, and the number of its document. */
interface Place {
  readonly at: number;
  readonly number: number;
}

/** Returns the positions of existing documents by space, each document once. */
function placesBySpace(
  finder: ReturnType<typeof createDocumentFinder>,
  { documents }: PackedVectors,
): { space: number; places: Place[] }[] {
  const spaces = new Map<number, Map<number, Place>>();
  documents.forEach(({ tenant, space, eventId, part }, at) => {
    const id = finder.spaceId(tenant, space);
    const number = id === undefined ? undefined : finder.numberOf(id, eventId, part);
    if (id === undefined || number === undefined) return;
    const places = spaces.get(id) ?? new Map<number, Place>();
    spaces.set(id, places);
    if (!places.has(number)) places.set(number, { at, number });
  });
  return [...spaces].map(([space, places]) => ({ space, places: [...places.values()].sort((left, right) => left.number - right.number) }));
}

function addToSet(parts: Parts, space: number, packed: PackedVectors, places: readonly Place[]): void {
  const { statements, segments } = parts;
  const set = openSet(statements, space, packed);
  const held = segments.holds(
    set.id,
    places.map(({ number }) => number),
  );
  const fresh = places.filter((_, index) => !held[index]);
  if (fresh.length === 0) return;
  const { rows, scales, dimensions } = packed;
  const all = { numbers: new Uint32Array(scales.length), scales, rows, signs: signsOf(rows, dimensions) };
  for (const { at, number } of fresh) all.numbers[at] = number;
  segments.add(
    set.id,
    dimensions,
    joinSegments(
      [
        pick(
          all,
          Uint32Array.from(fresh, ({ at }) => at),
          dimensions,
        ),
      ],
      dimensions,
    ),
  );
  const tokens = addTokens(parts, set, packed, fresh);
  statements.saveSet.run(fresh.length, tokens.documents, tokens.dimensions, set.id);
}

function openSet(statements: Statements, space: number, { model, dimensions }: PackedVectors): SetRow {
  const known = statements.set.get(space, model) as unknown as SetRow | undefined;
  if (known && known.dimensions !== dimensions) {
    throw new DatabaseRefusal(
      'invalid_request',
      `The vectors of this model have ${known.dimensions} dimensions in this space, not ${dimensions}. Another model needs another id.`,
    );
  }
  if (known) return known;
  const id = Number(statements.addSet.run(space, model, dimensions).lastInsertRowid);
  if (id >= MAX_SPACES) throw new DatabaseRefusal('quota_exceeded', `One index makes at most ${MAX_SPACES} sets of vectors.`);
  return { id, dimensions, tokenDimensions: null };
}

function addTokens(
  { statements, tokens: store }: Parts,
  set: SetRow,
  { documents }: PackedVectors,
  places: readonly Place[],
): { documents: number; dimensions: number | null } {
  const frequencies = new Map<number, number>();
  let dimensions = set.tokenDimensions;
  let added = 0;
  for (const { at, number } of places) {
    const tokens = documents[at]!.tokens;
    if (!tokens) continue;
    const own = tokens.dimensions;
    if (own > 0) dimensions ??= own;
    if (own > 0 && own !== dimensions)
      throw new DatabaseRefusal(
        'invalid_request',
        `The token vectors of this model have ${dimensions} dimensions in this space, not ${own}.`,
      );
    store.add(set.id, number, tokens.bytes);
    for (const token of tokens.ids) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
    added += 1;
  }
  for (const [token, count] of frequencies) statements.countToken.run(set.id, token, count);
  return { documents: added, dimensions };
}

/**
 * Returns the wordpieces of packed token vectors; none for a format of earlier programs, whose counts are dropped with
 * the set.
 */
function wordpiecesOf(data: Uint8Array): Uint32Array {
  try {
    return unpackTokens(data).ids;
  } catch {
    return new Uint32Array(0);
  }
}

function forgetTokens({ statements, tokens }: Parts, set: number, ranges: readonly NumberRange[]): number {
  const frequencies = new Map<number, number>();
  let removed = 0;
  for (const { from, to } of ranges) {
    for (const bytes of tokens.remove(set, from, to)) {
      for (const token of wordpiecesOf(bytes)) frequencies.set(token, (frequencies.get(token) ?? 0) - 1);
      removed += 1;
    }
  }
  for (const [token, count] of frequencies) statements.countToken.run(set, token, count);
  return removed;
}
