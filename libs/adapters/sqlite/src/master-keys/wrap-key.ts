import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Wraps a key with AES-256-GCM: nonce, tag, key. `name` is bound to it, so that one wrapped key cannot replace another.
 */
export function wrapKey(wrapping: Uint8Array, name: string, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
}

/** Unwraps a key of `wrapKey`. Throws when the wrapping key or the name differs, or a byte has changed. */
export function unwrapKey(wrapping: Uint8Array, name: string, wrapped: Uint8Array): Uint8Array<ArrayBuffer> {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, wrapped.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return new Uint8Array(Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]));
}
