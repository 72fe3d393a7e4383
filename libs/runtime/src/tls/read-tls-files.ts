import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { TotalRecallError } from '../errors.ts';

/** Files in PEM. */
export interface TlsFiles {
  /** The authority of the other side; the system's where absent. */
  readonly caFile?: string;
  /** Our own certificate, and its key: both or none. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** What is in them. */
export interface TlsMaterial {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Reads the files of a connection, and sees that they can be used. Errors: `invalid_request` whose details say in `problem` what is wrong, `file_unreadable`
 * (with the file), `incomplete` or `not_valid`; never with anything of a key.
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

/** Node passes over authorities that it cannot read. */
function checkAuthorities(ca: string | undefined): void {
  if (ca === undefined) return;
  const certificates = ca.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
  if (!certificates) throw Object.assign(new Error(), { reason: 'no certificate in the file of the authority' });
  for (const certificate of certificates) void new X509Certificate(certificate);
}

/** OpenSSL takes a key of another kind than the certificate's, and then nobody can be spoken to. */
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
