import { createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import { canonicalJson, type ErasureCertificate, type ErasureStatement } from '@total-recall/domain';
import type { KeyStore } from '@total-recall/ports';

/** Where what the key is drawn from is kept, wrapped under the master key; no tenant may have this name. */
const PLACE = { tenant: '_service', space: 'erasure-certificates' } as const;
const PURPOSE = 'total-recall erasure certificate 1';
/** In front of the 32 bytes of a private key: PKCS 8, as Node reads it. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface CertificateSigner {
  /** 32 bytes as base64url. */
  publicKey(): Promise<string>;
  /** The same bytes for the same statement: Ed25519 draws nothing. */
  certify(statement: ErasureStatement): Promise<ErasureCertificate>;
}

/** Signs with an Ed25519 key of the service's own. It is made once, goes with the backups of the keys and outlives a new master key. */
export function createCertificateSigner({ keys }: { readonly keys: KeyStore }): CertificateSigner {
  const pair = async (): Promise<{ readonly own: KeyObject; readonly publicKey: string }> => {
    const { key } = await keys.spaceKey(PLACE.tenant, PLACE.space);
    const seed = Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), PURPOSE, 32));
    const own = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
    return { own, publicKey: createPublicKey(own).export({ format: 'jwk' }).x! };
  };
  return {
    publicKey: async () => (await pair()).publicKey,
    async certify(statement) {
      const { own, publicKey } = await pair();
      return { statement, algorithm: 'Ed25519', publicKey, signature: sign(null, signedBytes(statement), own).toString('base64url') };
    },
  };
}

const MEMBERS = ['algorithm', 'publicKey', 'signature', 'statement'];

/** What is wrong with a certificate, or undefined. `publicKey` is the one that its service published; without it, anybody may have signed. */
export function problemOfCertificate(given: unknown, publicKey?: string): string | undefined {
  const certificate = given as Partial<ErasureCertificate> | null;
  if (typeof certificate !== 'object' || certificate === null || Object.keys(certificate).sort().join() !== MEMBERS.join())
    return `A certificate has ${MEMBERS.join(', ')}, and nothing else.`;
  const { statement, algorithm, publicKey: own, signature } = certificate;
  if (typeof statement !== 'object' || statement === null || typeof own !== 'string' || typeof signature !== 'string')
    return 'A part of the certificate is of another kind than a certificate has.';
  if (algorithm !== 'Ed25519' || statement.version !== 1) return 'The certificate is of a kind that this version does not know.';
  if (publicKey !== undefined && own !== publicKey) return 'The certificate was signed with another key than the one given.';
  return isSigned(statement, own, signature) ? undefined : 'The signature is not of this statement and this key: something was changed.';
}

function isSigned(statement: ErasureStatement, publicKey: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  // Some characters at the end say nothing; of several spellings one is the signature.
  if (bytes.toString('base64url') !== signature || Buffer.from(publicKey, 'base64url').toString('base64url') !== publicKey) return false;
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    return verify(null, signedBytes(statement), key, bytes);
  } catch {
    return false;
  }
}

function signedBytes(statement: ErasureStatement): Buffer {
  return Buffer.from(`${PURPOSE}\n${canonicalJson(statement)}`);
}
