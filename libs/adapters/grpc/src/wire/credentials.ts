import { ChannelCredentials, ServerCredentials } from '@grpc/grpc-js';
import { readTlsFiles, TotalRecallError, type TlsFiles } from '@total-recall/runtime';

/** A server proves who it is; with `caFile` it takes only clients whose certificate that authority signed. */
export type ServerTls = TlsFiles & Required<Pick<TlsFiles, 'certFile' | 'keyFile'>>;

/** `certFile` and `keyFile` where the server wants to know its clients. */
export type ClientTls = TlsFiles;

/** Without TLS only loopback, unless it is said that something else (a mesh) encrypts. */
export interface Plaintext {
  readonly plaintext: 'loopback' | 'anywhere';
}

export const LOOPBACK: Plaintext = { plaintext: 'loopback' };
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Errors: `invalid_request` for plaintext off loopback, and as of `readTlsFiles`. */
export function serverCredentials(host: string, security: ServerTls | Plaintext): ServerCredentials {
  if ('plaintext' in security) {
    checkPlaintext(host, security);
    return ServerCredentials.createInsecure();
  }
  const { ca, cert, key } = bytesOf(security);
  return ServerCredentials.createSsl(ca, [{ cert_chain: cert!, private_key: key! }], ca !== null);
}

/** Errors: as of `serverCredentials`. */
export function clientCredentials(host: string, security: ClientTls | Plaintext): ChannelCredentials {
  if ('plaintext' in security) {
    checkPlaintext(host, security);
    return ChannelCredentials.createInsecure();
  }
  const { ca, cert, key } = bytesOf(security);
  return ChannelCredentials.createSsl(ca, key, cert);
}

function checkPlaintext(host: string, { plaintext }: Plaintext): void {
  if (plaintext === 'anywhere' || LOOPBACK_HOST.test(host)) return;
  throw new TotalRecallError('invalid_request', `Between services, ${host} needs TLS: name a certificate, or say that plaintext is meant.`);
}

function bytesOf(files: TlsFiles) {
  const { ca, cert, key } = readTlsFiles(files);
  const bytes = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
  return { ca: bytes(ca), cert: bytes(cert), key: bytes(key) };
}
