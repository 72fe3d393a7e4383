import type { DatabaseSync } from 'node:sqlite';
import type { TokenStore } from './token-store.ts';
import type { VectorCipher } from './vector-cipher.ts';
import type { SetPlace, VectorWriterHandlers } from './vector-messages.ts';
import type { VectorSegmentStore } from './vector-segment-store.ts';

/** How far a set of an earlier program is sealed. A new set of a space with a key is `done` from the beginning. */
export const SEALING = {
  clear: 0,
  /** New rows are sealed; some of the earlier ones stand in the clear. */
  begun: 1,
  /** All is sealed, and free room of the file may hold remains. */
  unwiped: 2,
  done: 3,
} as const;

export interface SealingRow {
  readonly id: number;
  readonly dimensions: number;
  readonly sealing: (typeof SEALING)[keyof typeof SEALING];
}

/** Creates the sealing of what earlier programs stored in the clear, little by little. */
export function createSetSealing(
  db: DatabaseSync,
  segments: VectorSegmentStore,
  tokens: TokenStore,
): Pick<VectorWriterHandlers, 'nextToSeal'> & { readonly sealSome: (set: number, cipher: VectorCipher | undefined) => void } {
  const place = 'SELECT vector_set.id AS "set", tenant, name AS space, model FROM vector_set JOIN space ON space.id = vector_set.space';
  const unsealed = db.prepare(`${place} WHERE sealing < ${SEALING.unwiped} LIMIT 1`);
  // Sets of earlier programs whose token vectors are a row each.
  const former = db.prepare(`${place} WHERE vector_set.id = (SELECT id >> 32 FROM vector_tokens LIMIT 1)`);
  const unwiped = db.prepare('SELECT 1 FROM vector_set WHERE sealing = ? LIMIT 1');
  const row = db.prepare('SELECT id, dimensions, sealing FROM vector_set WHERE id = ?');
  const save = db.prepare('UPDATE vector_set SET sealing = ? WHERE id = ?');
  return {
    nextToSeal: (hasKeys) => {
      const next = (hasKeys ? unsealed : former).get() as unknown as SetPlace | undefined;
      if (next) return { ...next };
      return hasKeys && unwiped.get(SEALING.unwiped) !== undefined ? 'wipe' : undefined;
    },
    sealSome: (id, cipher) => {
      const found = row.get(id) as unknown as SealingRow | undefined;
      if (!found) return;
      const set = { ...found, cipher };
      if (cipher && set.sealing === SEALING.clear) save.run(SEALING.begun, id);
      if (tokens.moveSome(set) || (cipher && segments.sealOne(set))) return;
      if (cipher) save.run(SEALING.unwiped, id);
    },
  };
}
