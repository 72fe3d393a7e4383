import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import type { KeyStore } from '@total-recall/ports';

/** In front of the 32 bytes of a private key: PKCS 8, as Node reads it. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What a service signs with, for one purpose. */
export interface ServiceSigner {
  /** 32 bytes as base64url. */
  publicKey(): Promise<string>;
  /** Base64url. Ed25519 draws nothing: the same for the same bytes. */
  sign(bytes: Uint8Array): Promise<string>;
}

/**
 * Signs with an Ed25519 key of the service's own. It is made once, goes with the backups of the keys and outlives a new master key. What the key is drawn
 * from is kept, wrapped under the master key, as that of a space of the tenant `_service`; no tenant may have this name.
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

/** Whether a signature is of these bytes and this key, both as base64url. */
export function isSignedBy(bytes: Uint8Array, publicKey: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url');
  // Some characters at the end say nothing; of several spellings one is the signature.
  if (given.toString('base64url') !== signature || Buffer.from(publicKey, 'base64url').toString('base64url') !== publicKey) return false;
  try {
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' }), given);
  } catch {
    return false;
  }
}
