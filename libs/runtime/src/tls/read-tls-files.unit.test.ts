import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority, writeCertificate } from '@total-recall/ports/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTlsFiles } from './read-tls-files.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'total-recall-tls-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('files of TLS', () => {
  it('are read as they are now', () => {
    const authority = createTestAuthority();
    const own = authority.issue();
    const { certFile, keyFile } = writeCertificate(folder, 'own', own);
    const { certFile: caFile } = writeCertificate(folder, 'authority', authority);
    expect(readTlsFiles({ caFile, certFile, keyFile })).toEqual({ ca: authority.certificate, cert: own.certificate, key: own.key });
    expect(readTlsFiles({})).toEqual({});
    const next = authority.issue();
    writeCertificate(folder, 'own', next);
    expect(readTlsFiles({ certFile, keyFile }).cert).toBe(next.certificate);
  });

  it('are refused where one is missing, is not what it should be, or goes with another', () => {
    const refused = (files: Parameters<typeof readTlsFiles>[0], details: object) =>
      expect(() => readTlsFiles(files)).toThrow(expect.objectContaining({ code: 'invalid_request', details }));
    const one = writeCertificate(folder, 'one', createTestAuthority().issue());
    const other = writeCertificate(folder, 'other', createTestAuthority().issue());
    const none = join(folder, 'none');
    const text = join(folder, 'text');
    const ofAnotherKind = join(folder, 'ed25519.key');
    writeFileSync(ofAnotherKind, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(text, '-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n');
    refused({ caFile: none }, { problem: 'file_unreadable', file: none });
    refused({ certFile: one.certFile }, { problem: 'incomplete' });
    refused({ keyFile: one.keyFile }, { problem: 'incomplete' });
    refused({ certFile: one.certFile, keyFile: other.keyFile }, { problem: 'not_valid' });
    refused({ certFile: one.certFile, keyFile: ofAnotherKind }, { problem: 'not_valid' });
    refused({ certFile: text, keyFile: one.keyFile }, { problem: 'not_valid' });
    refused({ caFile: text }, { problem: 'not_valid' });
  });
});
