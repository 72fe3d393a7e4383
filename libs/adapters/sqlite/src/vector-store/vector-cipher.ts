import { createCipheriv, createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

/** The key of a space's vectors, 32 bytes. Absent where vectors are stored in the clear, or where the key was destroyed. */
export type VectorKey = Uint8Array | undefined;

/**
 * Seals the vectors of one space with AES-256 in counter mode, which adds no bytes and opens any part by itself. It does
 * not tell changed bytes: the file has no checks of its own either, and a vector decides an order and no content.
 */
export interface VectorCipher {
  /**
   * Seals or opens bytes at a place below 2^36 of what is sealed under the nonce. No place of a nonce may be sealed
   * twice with other bytes.
   */
  apply(nonce: Uint8Array, at: number, bytes: Uint8Array): Uint8Array;
  /** Returns a keyed hash of token vectors, so that nobody without the key can compare them with those of a guess. */
  contentHash(bytes: Uint8Array): number;
}

/** Most bytes under one nonce, as the counter has 32 bits. */
export const NONCE_ROOM = 2 ** 36;
const NONCE_BYTES = 12;
/** Bytes of a step of the counter. */
export const COUNTER_STEP = 16;
/** Length of a content hash in bytes. When two contents have the same hash, the second is stored without sharing. */
export const HASH_BYTES = 6;

export function newNonce(): Uint8Array {
  return randomBytes(NONCE_BYTES);
}

export function createVectorCipher(key: Uint8Array): VectorCipher {
  // A prepared key halves the time of a short content. A read that finds all in memory prepares none.
  const prepared = (purpose: string): KeyObject => createSecretKey(createHmac('sha256', key).update(purpose).digest());
  let sealing: KeyObject | undefined;
  let hashing: KeyObject | undefined;
  return {
    apply: (nonce, at, bytes) => {
      sealing ??= prepared('seal');
      const counter = Buffer.alloc(COUNTER_STEP);
      counter.set(nonce);
      counter.writeUInt32BE(Math.floor(at / COUNTER_STEP), NONCE_BYTES);
      const cipher = createCipheriv('aes-256-ctr', sealing, counter);
      const before = at % COUNTER_STEP;
      if (before > 0) cipher.update(new Uint8Array(before));
      return cipher.update(bytes);
    },
    contentHash: (bytes) => {
      hashing ??= prepared('content');
      return createHmac('sha256', hashing).update(bytes).digest().readUIntBE(0, HASH_BYTES);
    },
  };
}

/** Returns the cipher of a key, if there is one. */
export function cipherOf(key: VectorKey): VectorCipher | undefined {
  return key && createVectorCipher(key);
}
