import type { DatabaseSync } from 'node:sqlite';
import { MAX_SPACES } from '../index-store/index-schema.ts';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import { SEALING, type SealingRow } from './seal-sets.ts';
import type { VectorCipher } from './vector-cipher.ts';
import type { PackedVectors } from './vector-messages.ts';

/** A row of the table of sets. */
export interface SetRow extends SealingRow {
  readonly tokenDimensions: number | null;
}

/** A set with the cipher of its space. */
export type OpenSet = SetRow & { readonly cipher: VectorCipher | undefined };

export type SetStatements = ReturnType<typeof prepareSetStatements>;

const SET = 'SELECT id, dimensions, sealing, token_dimensions AS tokenDimensions FROM vector_set';

export function prepareSetStatements(db: DatabaseSync) {
  return {
    set: db.prepare(`${SET} WHERE space = ? AND model = ?`),
    setsOf: db.prepare(`${SET} WHERE space = ?`),
    addSet: db.prepare('INSERT INTO vector_set (space, model, dimensions, sealing) VALUES (?, ?, ?, ?)'),
    saveSet: db.prepare(
      'UPDATE vector_set SET documents = documents + ?, token_documents = token_documents + ?, token_dimensions = coalesce(token_dimensions, ?) WHERE id = ?',
    ),
    saveSealing: db.prepare('UPDATE vector_set SET sealing = ? WHERE id = ?'),
    dropSet: db.prepare('DELETE FROM vector_set WHERE id = ?'),
    hiddenSets: db.prepare('SELECT id FROM vector_set WHERE space < 0'),
    otherSet: db.prepare('SELECT id, space FROM vector_set WHERE model <> ? OR space < 0 LIMIT 1'),
    hideSet: db.prepare('UPDATE vector_set SET space = -id WHERE id = ?'),
    dropProgress: db.prepare('DELETE FROM vector_progress WHERE partition = ? AND model = ?'),
    dropOtherProgress: db.prepare('DELETE FROM vector_progress WHERE model <> ?'),
    settle: db.prepare('DELETE FROM owed_vector WHERE id = ?'),
    countToken: db.prepare(
      'INSERT INTO token_frequency (vector_set, token, documents) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents',
    ),
    dropFrequencies: db.prepare('DELETE FROM token_frequency WHERE vector_set = ?'),
    progress: db.prepare(
      'INSERT INTO vector_progress (partition, model, reached) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET reached = max(reached, excluded.reached)',
    ),
  };
}

/** Opens the set of a model in a space for writing, and creates it if there is none. */
export function openSet(
  statements: SetStatements,
  space: number,
  { model, dimensions }: PackedVectors,
  cipher: VectorCipher | undefined,
): OpenSet {
  const known = statements.set.get(space, model) as unknown as SetRow | undefined;
  if (known && known.dimensions !== dimensions) {
    throw new DatabaseRefusal(
      'invalid_request',
      `The vectors of this model have ${known.dimensions} dimensions in this space, not ${dimensions}. Another model needs another id.`,
    );
  }
  if (known && known.sealing !== SEALING.clear && !cipher)
    throw new DatabaseRefusal('unavailable', 'The vectors of this space are sealed, and cannot be written without its key.');
  if (known?.sealing === SEALING.clear && cipher) statements.saveSealing.run(SEALING.begun, known.id);
  if (known) return { ...known, cipher };
  const sealing = cipher ? SEALING.done : SEALING.clear;
  const id = Number(statements.addSet.run(space, model, dimensions, sealing).lastInsertRowid);
  if (id >= MAX_SPACES) throw new DatabaseRefusal('limit_reached', `One index makes at most ${MAX_SPACES} sets of vectors.`);
  return { id, dimensions, sealing, tokenDimensions: null, cipher };
}
