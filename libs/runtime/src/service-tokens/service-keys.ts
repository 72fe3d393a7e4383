import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { TotalRecallError } from '../errors.ts';

/** An Ed25519 key that signs tokens between services, named by a hash of its public half. */
export interface ServiceSigningKey {
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

export interface ServiceVerifyingKey {
  readonly keyId: string;
  readonly publicKey: KeyObject;
}

const PUBLIC_PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g;

/** Parses a signing key from PEM (PKCS #8). Errors: `invalid_request` if it is none; the text is never repeated. */
export function readSigningKey(pem: string): ServiceSigningKey {
  const privateKey = parsed('private', () => createPrivateKey(pem));
  return { keyId: keyIdOf(createPublicKey(privateKey)), privateKey };
}

/** Parses all public keys in a PEM text; during a rotation it holds the old one and the new one. */
export function readVerifyingKeys(pem: string): ServiceVerifyingKey[] {
  const keys = (pem.match(PUBLIC_PEM) ?? []).map((block) => {
    const publicKey = parsed('public', () => createPublicKey(block));
    return { keyId: keyIdOf(publicKey), publicKey };
  });
  if (keys.length === 0) throw new TotalRecallError('invalid_request', 'There is no PEM block "PUBLIC KEY" among the service keys.');
  return keys;
}

function parsed(half: string, parse: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = parse();
  } catch {
    throw new TotalRecallError('invalid_request', `The ${half} service key is not a key in PEM.`);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new TotalRecallError('invalid_request', `The ${half} service key must be Ed25519 (openssl genpkey -algorithm ed25519).`);
}

function keyIdOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
}
