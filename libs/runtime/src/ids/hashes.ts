import { createHash, createHmac } from 'node:crypto';

type Bytes = Uint8Array | string;

/** Computes SHA-256 in hex. */
export function hashHex(...parts: readonly Bytes[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** Computes SHA-256 as bytes. */
export function hashBytes(...parts: readonly Bytes[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** Computes HMAC-SHA256 in hex. `purpose` separates the uses of one key; it must not hold a NUL. */
export function hmacHex(key: Uint8Array, purpose: string, value: Bytes): string {
  return createHmac('sha256', key).update(purpose).update('\0').update(value).digest('hex');
}

/**
 * Computes the address of an artifact: an HMAC of its content's SHA-256 under the space's key. Source: architecture §3.
 */
export function artifactIdOf(spaceKey: Uint8Array, sha256: string): string {
  return `art_${hmacHex(spaceKey, 'artifact-id', sha256).slice(0, 32)}`;
}

/**
 * Computes the 16 bytes of an event id from the writer's `source` and `sequence`: the same for every repeat, on any
 * replica. Fields are quoted, so that different lists never give the same hash input.
 */
export function originHash(fields: readonly (string | number)[]): Uint8Array {
  return hashBytes(JSON.stringify(fields.map(String))).subarray(0, 16);
}
