import { randomBytes } from 'node:crypto';
import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from './aead.ts';

export const KEY_BYTES = 32;

/** A key and its place. The key of a space has no session. */
interface NamedKey {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly keyId: string;
}

/**
 * Order of the tag and the key behind the nonce. Keys under a master key and those of SQLite have the tag first; those
 * of sessions in the topic of keys have it last, so that services of an earlier build still open them.
 */
export type WrappedKeyLayout = 'tag-first' | 'tag-last';

export function newKeyId(): string {
  return `key_${randomBytes(12).toString('hex')}`;
}

/** Returns the name that is bound to a key as it is wrapped. No stored key opens under another. */
export function boundName({ tenant, space, session = '', keyId }: NamedKey): string {
  return `${tenant}/${space}/${session}/${keyId}`;
}

/** Wraps a key with AES-256-GCM. `name` is bound to it, so that one wrapped key cannot replace another. */
export function wrapKey(wrapping: Uint8Array, name: string, key: Uint8Array, layout: WrappedKeyLayout): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const wrapped = Buffer.concat([nonce, encrypt(wrapping, nonce, key, Buffer.from(name))]);
  return new Uint8Array(layout === 'tag-last' ? wrapped : tagFirst(wrapped));
}

/** Unwraps a key; undefined when the wrapping key or the name differs, or a byte has changed. */
export function unwrapKey(wrapping: Uint8Array, name: string, wrapped: Uint8Array, layout: WrappedKeyLayout): Uint8Array | undefined {
  const sealed = (layout === 'tag-last' ? wrapped : tagLast(wrapped)).subarray(NONCE_BYTES);
  const key = decrypt(wrapping, wrapped.subarray(0, NONCE_BYTES), sealed, Buffer.from(name));
  return key && new Uint8Array(key);
}

/** Changes a wrapped key from tag last to tag first. */
export function tagFirst(wrapped: Uint8Array): Uint8Array {
  const tagAt = Math.max(NONCE_BYTES, wrapped.length - TAG_BYTES);
  return Buffer.concat([wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(tagAt), wrapped.subarray(NONCE_BYTES, tagAt)]);
}

function tagLast(wrapped: Uint8Array): Uint8Array {
  const keyAt = NONCE_BYTES + TAG_BYTES;
  return Buffer.concat([wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(keyAt), wrapped.subarray(NONCE_BYTES, keyAt)]);
}
