import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { TotalRecallError } from '../errors.ts';

/** Paths of PEM files. */
export interface TlsFiles {
  /** The authority that signs the other side's certificate; the system's authorities if absent. */
  readonly caFile?: string;
  /** Our own certificate and its key: both or none. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** Contents of these files. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Reads the TLS files of a connection and checks that they can be used. Errors: `invalid_request`, whose `problem`
 * detail is `file_unreadable` (with the file), `incomplete` or `not_valid`; never with any part of a key.
 */
export function readTlsFiles({ caFile, certFile, keyFile }: TlsFiles): TlsMaterial {
  if ((certFile === undefined) !== (keyFile === undefined))
    throw refusal('incomplete', 'TLS needs a certificate and its key, or neither; one of the two files is not named.');
  const material: TlsMaterial = {
    ...(caFile !== undefined && { ca: read(caFile) }),
    ...(certFile !== undefined && { cert: read(certFile) }),
    ...(keyFile !== undefined && { key: read(keyFile) }),
  };
  try {
    checkAuthorities(material.ca);
    createSecureContext(material);
    checkKey(material);
  } catch (error) {
    const why = (error as { reason?: string }).reason ?? (error as { code?: string }).code ?? 'unknown error';
    const files = [caFile, certFile, keyFile].filter((file) => file !== undefined).join(', ');
    throw refusal('not_valid', `The files of TLS cannot be used (${why}): ${files}.`);
  }
  return material;
}

/** Parses each authority, because Node silently skips those that it cannot read. */
function checkAuthorities(ca: string | undefined): void {
  if (ca === undefined) return;
  const certificates = ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  if (!certificates) throw Object.assign(new Error(), { reason: 'no certificate in the file of the authority' });
  for (const certificate of certificates) void new X509Certificate(certificate);
}

/** Checks the key, because OpenSSL accepts one that does not match the certificate, and then every handshake fails. */
function checkKey({ cert, key }: TlsMaterial): void {
  if (cert === undefined || key === undefined || new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return;
  throw Object.assign(new Error(), { reason: 'the key is not that of the certificate' });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refusal(
      'file_unreadable',
      `The file ${file} of the TLS settings cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
      { file },
    );
  }
}

function refusal(problem: string, message: string, details: object = {}): TotalRecallError {
  return new TotalRecallError('invalid_request', message, { details: { problem, ...details } });
}
