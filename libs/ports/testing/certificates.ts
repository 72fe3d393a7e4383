import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';

export interface CertificateOptions {
  /** Names and IPv4 addresses that it is valid for. */
  readonly names?: readonly string[];
  /** Epoch milliseconds; from an hour ago for one day where absent. */
  readonly validFrom?: number;
  readonly validTo?: number;
}

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority that signs certificates for tests: P-256, SHA-256, nothing stored. */
export interface TestAuthority extends Certificate {
  issue(options?: CertificateOptions): Certificate;
}

const HOUR_MS = 3_600_000;
const ECDSA_WITH_SHA256 = () => sequence(oid(1, 2, 840, 10045, 4, 3, 2));

export function createTestAuthority(name = 'Test authority'): TestAuthority {
  const own = newKeys();
  const subject = nameOf(name);
  const signed = (tbs: Buffer): string => toPem(sequence(tbs, ECDSA_WITH_SHA256(), bits(sign('sha256', tbs, own.privateKey))));
  const body = (of: Buffer, key: KeyObject, extensions: readonly Buffer[], options: CertificateOptions): Buffer => {
    const { validFrom = Date.now() - HOUR_MS, validTo = Date.now() + 24 * HOUR_MS } = options;
    const validity = sequence(time(validFrom), time(validTo));
    const serial = tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)]));
    const version = tagged(0xa0, tagged(0x02, Buffer.of(2)));
    const publicKey = key.export({ type: 'spki', format: 'der' });
    return sequence(version, serial, ECDSA_WITH_SHA256(), subject, validity, of, publicKey, tagged(0xa3, sequence(...extensions)));
  };
  const mayDo = (share: number): Buffer => extension([2, 5, 29, 15], true, tagged(0x03, Buffer.of(0, share)));
  const isAuthority = extension([2, 5, 29, 19], true, sequence(tagged(0x01, Buffer.of(0xff))));
  return {
    certificate: signed(body(subject, own.publicKey, [isAuthority, mayDo(0b0000_0110)], {})),
    key: keyPem(own.privateKey),
    issue: (options = {}) => {
      const { names = ['localhost', '127.0.0.1'] } = options;
      const keys = newKeys();
      const places = names.map((place) =>
        isIPv4(place) ? tagged(0x87, Buffer.from(place.split('.').map(Number))) : tagged(0x82, Buffer.from(place)),
      );
      const extensions = [mayDo(0b1000_0000), extension([2, 5, 29, 17], false, sequence(...places))];
      return { certificate: signed(body(nameOf(names[0]!), keys.publicKey, extensions, options)), key: keyPem(keys.privateKey) };
    },
  };
}

/** Writes the certificate and its key into a folder, under that name. */
export function writeCertificate(
  folder: string,
  name: string,
  { certificate, key }: Certificate,
): { readonly certFile: string; readonly keyFile: string } {
  const files = { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
  writeFileSync(files.certFile, certificate);
  writeFileSync(files.keyFile, key, { mode: 0o600 });
  return files;
}

function newKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function keyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Encodes DER: a tag, the length, the content. */
function tagged(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const high = body.length >> 8;
  const length = body.length < 0x80 ? [body.length] : [...(high > 0 ? [0x82, high] : [0x81]), body.length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), body]);
}

function sequence(...content: readonly Buffer[]): Buffer {
  return tagged(0x30, ...content);
}

function bits(content: Buffer): Buffer {
  return tagged(0x03, Buffer.of(0), content);
}

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const base128 = (value: number): number[] => (value < 128 ? [value] : [...base128(value >> 7).map((part) => part | 0x80), value & 0x7f]);
  return tagged(0x06, Buffer.of(first * 40 + second, ...rest.flatMap(base128)));
}

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid(2, 5, 4, 3), tagged(0x0c, Buffer.from(commonName)))));
}

function time(at: number): Buffer {
  return tagged(
    0x17,
    Buffer.from(
      new Date(at)
        .toISOString()
        .slice(2)
        .replaceAll(/[-:T]|\.\d+/g, ''),
    ),
  );
}

function extension([first, second, ...rest]: readonly [number, number, ...number[]], isCritical: boolean, value: Buffer): Buffer {
  return sequence(oid(first, second, ...rest), ...(isCritical ? [tagged(0x01, Buffer.of(0xff))] : []), tagged(0x04, value));
}
