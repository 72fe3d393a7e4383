import type { DatabaseSync } from 'node:sqlite';
import { COUNTER_STEP, newNonce, NONCE_ROOM, type VectorCipher } from './vector-cipher.ts';

/** Bytes of a set that are sealed under one nonce: from a place of the set up to the next run. */
export interface TokenRun {
  readonly from: number;
  readonly nonce: Uint8Array;
}

/**
 * The sealed runs of sets, for their writer. What is in front of the first run stands in the clear. A new run begins
 * with each opening of the database and after a transaction that failed: what was rolled back, or lost in a power cut,
 * may have left its bytes on the disk, and the same place is then sealed under another nonce.
 */
export interface TokenRuns {
  /** Returns where the sealed bytes of a set begin; Infinity where none are. */
  sealedFrom(set: number): number;
  /** Opens a content of a set that is stored at this place. */
  open(set: number, at: number, bytes: Uint8Array, cipher: VectorCipher | undefined): Uint8Array;
  /** Seals a content for this place, which is the end of the set. */
  seal(set: number, at: number, bytes: Uint8Array, cipher: VectorCipher): Uint8Array;
  /** Lets the next bytes of each set begin a run. */
  startAnew(): void;
  drop(set: number): void;
}

export function createTokenRuns(db: DatabaseSync): TokenRuns {
  const first = db.prepare('SELECT min(from_at) AS start FROM token_run WHERE vector_set = ?');
  const before = db.prepare(
    'SELECT from_at AS "from", nonce FROM token_run WHERE vector_set = ? AND from_at <= ? ORDER BY from_at DESC LIMIT 1',
  );
  // A run that nothing was written into is begun again at its place.
  const add = db.prepare(
    'INSERT INTO token_run (vector_set, from_at, nonce) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET nonce = excluded.nonce',
  );
  const count = db.prepare('UPDATE vector_set SET token_runs = token_runs + 1 WHERE id = ?');
  const drop = db.prepare('DELETE FROM token_run WHERE vector_set = ?');
  const current = new Map<number, TokenRun>();
  const begin = (set: number, from: number): TokenRun => {
    const run = { from, nonce: newNonce() };
    add.run(set, from, run.nonce);
    count.run(set);
    current.set(set, run);
    return run;
  };
  return {
    sealedFrom: (set) => (first.get(set) as { start: number | null }).start ?? Infinity,
    open: (set, at, bytes, cipher) => openOfRun(before.get(set, at) as unknown as TokenRun | undefined, at, bytes, cipher),
    seal: (set, at, bytes, cipher) => {
      const known = current.get(set);
      const run = known && placeIn(known, at + bytes.length) <= NONCE_ROOM ? known : begin(set, at);
      return cipher.apply(run.nonce, placeIn(run, at), bytes);
    },
    startAnew: () => current.clear(),
    drop: (set) => {
      current.delete(set);
      drop.run(set);
    },
  };
}

/**
 * Returns the place of a content under the nonce of its run. Each byte in front of it takes a step of the counter, where
 * a content uses one for 16 bytes: so contents never meet, and each begins with a step, which saves a call.
 */
function placeIn({ from }: TokenRun, at: number): number {
  return (at - from) * COUNTER_STEP;
}

/** Opens a content of a run; one of none stands in the clear. */
export function openOfRun(run: TokenRun | undefined, at: number, bytes: Uint8Array, cipher: VectorCipher | undefined): Uint8Array {
  if (!run) return bytes;
  if (!cipher) throw new Error('sealed token vectors were read without their key');
  return cipher.apply(run.nonce, placeIn(run, at), bytes);
}
