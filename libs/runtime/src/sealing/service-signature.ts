import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import type { KeyStore } from '@total-recall/ports';

/** PKCS 8 header in front of the 32 bytes of a private key, as Node expects it. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs for the service, for one purpose. */
export interface ServiceSigner {
  /** Returns 32 bytes as base64url. */
  publicKey(): Promise<string>;
  /** Returns base64url, always the same for the same bytes: Ed25519 uses no randomness. */
  sign(bytes: Uint8Array): Promise<string>;
}

/**
 * Signs with an Ed25519 key of the service. The key is derived from a secret that is made once, is part of key backups,
 * and survives a new master key. That secret is stored, wrapped under the master key, as the key of a space of the
 * tenant `_service`; no tenant can have this name.
 */
export function createServiceSigner({ keys }: { readonly keys: KeyStore }, space: string, purpose: string): ServiceSigner {
  const pair = async (): Promise<{ readonly own: KeyObject; readonly publicKey: string }> => {
    const { key } = await keys.spaceKey('_service', space);
    const seed = Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), purpose, 32));
    const own = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    return { own, publicKey: createPublicKey(own).export({ format: 'jwk' }).x! };
  };
  return {
    publicKey: async () => (await pair()).publicKey,
    sign: async (bytes) => sign(null, bytes, (await pair()).own).toString('base64url'),
  };
}

/** Returns true when the signature is valid for these bytes and this key, both in base64url. */
export function isSignedBy(bytes: Uint8Array, publicKey: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  // The last base64 characters have unused bits; only the canonical spelling is accepted.
  if (given.toString('base64url') !== signature || Buffer.from(publicKey, 'base64url').toString('base64url') !== publicKey) return false;
  try {
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' }), given);
  } catch {
    return false;
  }
}
