import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, vacuumAndTruncate } from '../thread/open-database.ts';
import { createDocumentFinder } from '../index-store/find-document.ts';
import { createSetSealing, SEALING } from './seal-sets.ts';
import { addTokens, forgetTokens, type VectorPlace } from './set-tokens.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';
import { cipherOf, createVectorCipher, type VectorCipher, type VectorKey } from './vector-cipher.ts';
import { joinSegments, pick, signsOf } from './vector-format.ts';
import type { PackedVectors, SpaceKey, VectorWriterHandlers } from './vector-messages.ts';
import { createVectorSegmentStore, type NumberRange, type VectorSegmentStore } from './vector-segment-store.ts';
import { openSet, prepareSetStatements, type OpenSet, type SetRow, type SetStatements } from './vector-sets.ts';

/** Stores through which the parts of a set are written. */
interface Parts {
  readonly statements: SetStatements;
  readonly segments: VectorSegmentStore;
  readonly tokens: TokenStore;
}

export interface VectorWriter extends VectorWriterHandlers {
  /**
   * Erases the vectors of documents that leave a space. Runs within the transaction that removes them. A sealed set whose
   * key was destroyed goes as a whole, since nobody can read it.
   */
  forget(space: number, ranges: readonly NumberRange[], key: VectorKey): void;
  /** Erases the rest of hidden sets, which nobody reads and `forget` does not search. */
  dropHidden(): void;
}

/** Creates the vectors' part of the index's writer. */
export function createVectorWriter(db: DatabaseSync): VectorWriter {
  const statements = prepareSetStatements(db);
  const segments = createVectorSegmentStore(db);
  const tokens = createTokenStore(db);
  const parts: Parts = { statements, segments, tokens };
  const finder = createDocumentFinder(db);
  /** Runs a transaction that may seal token vectors. */
  const sealing = <T>(work: () => T): T => {
    try {
      return inTransaction(db, work);
    } catch (error) {
      tokens.rolledBack();
      throw error;
    }
  };
  const { nextToSeal, sealSome } = createSetSealing(db, segments, tokens);
  return {
    writeVectors: (packed, keys, replaces) =>
      sealing(() => {
        const ciphers = ciphersById(finder, keys);
        for (const { space, places } of placesBySpace(finder, packed)) {
          const set = openSet(statements, space, packed, ciphers.get(space));
          if (replaces) forgetIn(parts, set, rangesOf(places));
          addToSet(parts, set, packed, places);
        }
      }),
    settleVectors: (ids) =>
      inTransaction(db, () => {
        for (const id of ids) statements.settle.run(id);
      }),
    nextToSeal,
    sealSome: (set, key) => sealing(() => sealSome(set, cipherOf(key))),
    wipeSealed: () => {
      vacuumAndTruncate(db);
      db.prepare('UPDATE vector_set SET sealing = ? WHERE sealing = ?').run(SEALING.done, SEALING.unwiped);
    },
    dropVectors: (tenant, space, model) =>
      inTransaction(db, () => {
        const id = finder.spaceId(tenant, space);
        const set = id === undefined ? undefined : (statements.set.get(id, model) as unknown as SetRow | undefined);
        if (!set) return;
        while (tokens.dropSome(set.id));
        dropSet(parts, set.id);
      }),
    dropOtherModels: (keep) => inTransaction(db, () => dropSomeOf(parts, keep)),
    setProgress: (partition, model, offset) => void statements.progress.run(partition, model, offset),
    restartProgress: (partition, model) => void statements.dropProgress.run(partition, model),
    dropHidden: () => {
      for (const { id } of statements.hiddenSets.all() as unknown as SetRow[]) {
        while (tokens.dropSome(id));
        dropSet(parts, id);
      }
    },
    forget: (space, ranges, key) => {
      const cipher = cipherOf(key);
      for (const set of statements.setsOf.all(space) as unknown as SetRow[]) {
        if (set.sealing !== SEALING.clear && !cipher) {
          while (tokens.dropSome(set.id));
          dropSet(parts, set.id);
          continue;
        }
        forgetIn(parts, { ...set, cipher }, ranges);
      }
    },
  };
}

/** Removes the vectors of documents from a set. */
function forgetIn(parts: Parts, set: OpenSet, ranges: readonly NumberRange[]): void {
  const documents = parts.segments.remove(set, ranges);
  parts.statements.saveSet.run(-documents, -forgetTokens(parts, set, ranges), null, set.id);
}

const rangesOf = (places: readonly VectorPlace[]): NumberRange[] => places.map(({ number }) => ({ from: number, to: number + 1 }));

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

/** Returns the ciphers of spaces by their numbers. */
function ciphersById(finder: ReturnType<typeof createDocumentFinder>, keys: readonly SpaceKey[]): Map<number, VectorCipher> {
  const ciphers = new Map<number, VectorCipher>();
  for (const { tenant, space, key } of keys) {
    const id = finder.spaceId(tenant, space);
    if (id !== undefined) ciphers.set(id, createVectorCipher(key));
  }
  return ciphers;
}

/** Returns the positions of existing documents by space, each document once. */
function placesBySpace(
  finder: ReturnType<typeof createDocumentFinder>,
  { documents }: PackedVectors,
): { space: number; places: VectorPlace[] }[] {
  const spaces = new Map<number, Map<number, VectorPlace>>();
  documents.forEach(({ tenant, space, eventId, part }, at) => {
    const id = finder.spaceId(tenant, space);
    const number = id === undefined ? undefined : finder.numberOf(id, eventId, part);
    if (id === undefined || number === undefined) return;
    const places = spaces.get(id) ?? new Map<number, VectorPlace>();
    spaces.set(id, places);
    if (!places.has(number)) places.set(number, { at, number });
  });
  return [...spaces].map(([space, places]) => ({ space, places: [...places.values()].sort((left, right) => left.number - right.number) }));
}

function addToSet(parts: Parts, set: OpenSet, packed: PackedVectors, places: readonly VectorPlace[]): void {
  const { statements, segments } = parts;
  const held = segments.holds(
    set.id,
    places.map(({ number }) => number),
  );
  const fresh = places.filter((_, index) => !held[index]);
  if (fresh.length === 0) return;
  const { rows, scales, dimensions } = packed;
  const all = { numbers: new Uint32Array(scales.length), scales, rows, signs: signsOf(rows, dimensions) };
  for (const { at, number } of fresh) all.numbers[at] = number;
  const picked = pick(
    all,
    Uint32Array.from(fresh, ({ at }) => at),
    dimensions,
  );
  segments.add(set, joinSegments([picked], dimensions));
  const tokens = addTokens(parts, set, packed, fresh);
  statements.saveSet.run(fresh.length, tokens.documents, tokens.dimensions, set.id);
}
