import { canonicalJson, type ErasureCertificate, type ErasureStatement } from '@total-recall/domain';
import type { KeyStore } from '@total-recall/ports';
import { createServiceSigner, isSignedBy } from './service-signature.ts';

const PLACE = 'erasure-certificates';
const PURPOSE = 'total-recall erasure certificate 1';

export interface CertificateSigner {
  /** Returns 32 bytes as base64url. */
  publicKey(): Promise<string>;
  /** Returns the same bytes for the same statement: Ed25519 uses no randomness. */
  certify(statement: ErasureStatement): Promise<ErasureCertificate>;
}

/**
 * Signs with an Ed25519 key of the service. The key is made once, is part of key backups, and
 * survives a new master key.
 */
export function createCertificateSigner({ keys }: { readonly keys: KeyStore }): CertificateSigner {
  const signer = createServiceSigner({ keys }, PLACE, PURPOSE);
  return {
    publicKey: () => signer.publicKey(),
    async certify(statement) {
      const [publicKey, signature] = await Promise.all([signer.publicKey(), signer.sign(signedBytes(statement))]);
      return { statement, algorithm: 'Ed25519', publicKey, signature };
    },
  };
}

const MEMBERS = ['algorithm', 'publicKey', 'signature', 'statement'];

/**
 * Explains what is wrong with a certificate; undefined if it is valid. `publicKey` is the one that its service
 * published. Without it, the signature proves nothing about the signer.
 */
export function problemOfCertificate(given: unknown, publicKey?: string): string | undefined {
  const certificate = given as Partial<ErasureCertificate> | null;
  if (typeof certificate !== 'object' || certificate === null || Object.keys(certificate).sort().join() !== MEMBERS.join())
    return `A certificate has ${MEMBERS.join(', ')}, and nothing else.`;
  const { statement, algorithm, publicKey: own, signature } = certificate;
  if (typeof statement !== 'object' || statement === null || typeof own !== 'string' || typeof signature !== 'string')
    return 'A part of the certificate is of another kind than a certificate has.';
  if (algorithm !== 'Ed25519' || statement.version !== 1) return 'The certificate is of a kind that this version does not know.';
  if (publicKey !== undefined && own !== publicKey) return 'The certificate was signed with another key than the one given.';
  return isSignedBy(signedBytes(statement), own, signature)
    ? undefined
    : 'The signature is not of this statement and this key: something was changed.';
}

function signedBytes(statement: ErasureStatement): Buffer {
  return Buffer.from(`${PURPOSE}\n${canonicalJson(statement)}`);
}
