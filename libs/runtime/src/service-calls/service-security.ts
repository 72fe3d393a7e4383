import { TotalRecallError } from '../errors.ts';
import { readTlsFiles, type TlsFiles } from '../tls/read-tls-files.ts';

/** TLS of a server: its certificate, and with `caFile` only clients whose certificate that authority signed. */
export type ServerTls = TlsFiles & Required<Pick<TlsFiles, 'certFile' | 'keyFile'>>;

/** TLS of a client; `certFile` and `keyFile` are for servers that require client certificates. */
export type ClientTls = TlsFiles;

/** No TLS: only on loopback, unless the operator says that something else (a mesh) encrypts. */
export interface Plaintext {
  readonly plaintext: 'loopback' | 'anywhere';
}

/** Certificates of one side of a connection, and the authority that it trusts; null for what is not used. */
export interface TlsBytes {
  readonly ca: Buffer | null;
  readonly cert: Buffer | null;
  readonly key: Buffer | null;
}

export const LOOPBACK: Plaintext = { plaintext: 'loopback' };
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Reads the TLS files for a connection to or at a host; undefined for plaintext. Errors: `invalid_request` for
 * plaintext beyond loopback, and those of `readTlsFiles`.
 */
export function tlsBytes(host: string, security: TlsFiles | Plaintext): TlsBytes | undefined {
  if (!('plaintext' in security)) {
    const { ca, cert, key } = readTlsFiles(security);
    return { ca: bytes(ca), cert: bytes(cert), key: bytes(key) };
  }
  if (security.plaintext === 'anywhere' || LOOPBACK_HOST.test(host)) return undefined;
  throw new TotalRecallError('invalid_request', `Between services, ${host} needs TLS: name a certificate, or say that plaintext is meant.`);
}

const bytes = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
