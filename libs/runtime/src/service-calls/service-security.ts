import { TotalRecallError } from '../errors.ts';
import { readTlsFiles, type TlsFiles } from '../tls/read-tls-files.ts';

/** A server proves who it is; with `caFile` it takes only clients whose certificate that authority signed. */
export type ServerTls = TlsFiles & Required<Pick<TlsFiles, 'certFile' | 'keyFile'>>;

/** `certFile` and `keyFile` where the server wants to know its clients. */
export type ClientTls = TlsFiles;

/** Without TLS only loopback, unless it is said that something else (a mesh) encrypts. */
export interface Plaintext {
  readonly plaintext: 'loopback' | 'anywhere';
}

/** What one side of a connection shows, and whom it believes; null for what it does not. */
export interface TlsBytes {
  readonly ca: Buffer | null;
  readonly cert: Buffer | null;
  readonly key: Buffer | null;
}

export const LOOPBACK: Plaintext = { plaintext: 'loopback' };
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** With what a connection to or at a host is encrypted; undefined for plaintext. Errors: `invalid_request` for plaintext off loopback, and as of `readTlsFiles`. */
export function tlsBytes(host: string, security: TlsFiles | Plaintext): TlsBytes | undefined {
  if (!('plaintext' in security)) {
    const { ca, cert, key } = readTlsFiles(security);
    return { ca: bytes(ca), cert: bytes(cert), key: bytes(key) };
  }
  if (security.plaintext === 'anywhere' || LOOPBACK_HOST.test(host)) return undefined;
  throw new TotalRecallError('invalid_request', `Between services, ${host} needs TLS: name a certificate, or say that plaintext is meant.`);
}

const bytes = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
