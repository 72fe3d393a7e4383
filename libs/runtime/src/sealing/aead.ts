import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';

export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

// Importing raw key bytes costs more than encrypting a short body. An entry lives as long as
// the bytes it was made from.
const prepared = new WeakMap<Uint8Array, KeyObject>();

function prepareKey(key: Uint8Array): KeyObject {
  const known = prepared.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}

/**
 * Encrypts with AES-256-GCM; the tag follows the ciphertext. The caller must never use a nonce twice under one key, nor
 * change the bytes of a key.
 */
export function encrypt(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, additional: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-gcm', prepareKey(key), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(additional);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts; undefined if key, nonce, bytes or additional data differ from those of the encryption. */
export function decrypt(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, additional: Uint8Array): Uint8Array | undefined {
  if (sealed.length < TAG_BYTES || nonce.length !== NONCE_BYTES || key.length !== 32) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', prepareKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additional);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
