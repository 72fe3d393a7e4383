import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '@total-recall/ports';

const KEY_TEXT = /^tr_([0-9a-z]{16})_([A-Za-z0-9_-]{43})$/;

export interface ApiKeyParts {
  readonly keyId: string;
  readonly secret: string;
}

/** Makes a new key: an id of 64 random bits and a secret of 256. Only the hash of the secret may be stored. */
export function newApiKey(random: Random): ApiKeyParts & { readonly text: string; readonly secretHash: string } {
  return newSecret(random, Buffer.from(random.bytes(8)).toString('hex'));
}

/** Makes a new secret for the key with this id. */
export function newSecret(random: Random, keyId: string): ApiKeyParts & { readonly text: string; readonly secretHash: string } {
  const secret = Buffer.from(random.bytes(32)).toString('base64url');
  return { keyId, secret, text: `tr_${keyId}_${secret}`, secretHash: hashSecret(secret) };
}

/** Parses the key in an Authorization header; undefined if the header holds none of our form. */
export function parseAuthorization(header: string | undefined): ApiKeyParts | undefined {
  if (header === undefined || header.length > 256) return undefined;
  const match = /^Bearer ([^\s]+)$/i.exec(header);
  const parts = match && KEY_TEXT.exec(match[1]!);
  return parts ? { keyId: parts[1]!, secret: parts[2]! } : undefined;
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time. */
export function secretMatches(secret: string, secretHash: string): boolean {
  const given = Buffer.from(hashSecret(secret), 'hex');
  const stored = Buffer.from(secretHash, 'hex');
  return stored.length === given.length && timingSafeEqual(given, stored);
}
