import { readFile } from 'node:fs/promises';
import { ChannelCredentials, ServerCredentials } from '@grpc/grpc-js';
import { TotalRecallError } from '@total-recall/runtime';

/** Files in PEM. A server with `caFile` takes only clients whose certificate is signed by it. */
export interface ServerTls {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile?: string;
}

/** The system's authorities where no `caFile` is named; `certFile` and `keyFile` where the server wants to know its clients. */
export interface ClientTls {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** Without TLS only loopback, unless it is said that something else (a mesh) encrypts. */
export interface Plaintext {
  readonly plaintext: 'loopback' | 'anywhere';
}

export const LOOPBACK: Plaintext = { plaintext: 'loopback' };
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Errors: `invalid_request` for plaintext off loopback, or for a file that cannot be read. */
export async function serverCredentials(host: string, security: ServerTls | Plaintext): Promise<ServerCredentials> {
  if ('plaintext' in security) {
    checkPlaintext(host, security);
    return ServerCredentials.createInsecure();
  }
  const [cert, key, ca] = await Promise.all([pem(security.certFile), pem(security.keyFile), pem(security.caFile)]);
  return ServerCredentials.createSsl(ca ?? null, [{ cert_chain: cert!, private_key: key! }], ca !== undefined);
}

/** Errors: as of `serverCredentials`. */
export async function clientCredentials(host: string, security: ClientTls | Plaintext): Promise<ChannelCredentials> {
  if ('plaintext' in security) {
    checkPlaintext(host, security);
    return ChannelCredentials.createInsecure();
  }
  const [ca, key, cert] = await Promise.all([pem(security.caFile), pem(security.keyFile), pem(security.certFile)]);
  return ChannelCredentials.createSsl(ca, key, cert);
}

function checkPlaintext(host: string, { plaintext }: Plaintext): void {
  if (plaintext === 'anywhere' || LOOPBACK_HOST.test(host)) return;
  throw new TotalRecallError('invalid_request', `Between services, ${host} needs TLS: name a certificate, or say that plaintext is meant.`);
}

async function pem(file: string | undefined): Promise<Buffer | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (cause) {
    throw new TotalRecallError('invalid_request', `The file ${file} of the TLS settings cannot be read.`, { cause });
  }
}
