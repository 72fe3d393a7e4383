import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestAuthority, writeCertificate, type CertificateOptions } from '@total-recall/ports/testing';
import type { ClientTls, ServerTls } from '@total-recall/runtime/service-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock, scheduler, serve, signerOf } from '../testing/serve-memory.ts';
import { connectService } from './client/connect-service.ts';

const HOUR_MS = 3_600_000;
const POLICY = { tenant: 'acme', space: 'main', session: 's1' };
const core = { policy: async () => ({ family: 'o200k' }) } as never;
const [ours, others] = [createTestAuthority('Ours'), createTestAuthority('Others')];
let folder: string;
let caFile: string;
let othersCaFile: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'total-recall-tls-'));
  caFile = writeCertificate(folder, 'ours', ours).certFile;
  othersCaFile = writeCertificate(folder, 'others', others).certFile;
});
afterAll(() => rmSync(folder, { recursive: true }));

const own = (name: string, options: CertificateOptions = {}, authority = ours) => writeCertificate(folder, name, authority.issue(options));
const expired = () => ({ validFrom: Date.now() - 2 * HOUR_MS, validTo: Date.now() - HOUR_MS });

async function call(server: ServerTls, client: ClientTls | { plaintext: 'loopback' }): Promise<string> {
  const served = await serve({ ingest: core }, { security: server });
  const connection = await connectService('ingest', {
    address: served.address.replace('127.0.0.1', 'localhost'),
    tokens: signerOf(),
    security: client,
    clock,
    scheduler,
    timeoutMs: 3_000,
  });
  const code = await connection.policy(POLICY).then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
  await connection.close(0);
  await served.server.close(0);
  return code;
}

describe('TLS between services', () => {
  it('is spoken where certificates are named', async () => {
    expect(await call(own('server'), { caFile })).toBe('done');
  });

  it('ends at a server whose certificate another authority signed, is expired, not valid yet, or for another name', async () => {
    expect(await call(own('server'), { caFile: othersCaFile })).toBe('unavailable');
    expect(await call(own('expired', expired()), { caFile })).toBe('unavailable');
    expect(await call(own('early', { validFrom: Date.now() + HOUR_MS }), { caFile })).toBe('unavailable');
    expect(await call(own('other', { names: ['other.example'] }), { caFile })).toBe('unavailable');
  });

  it('is not left for plaintext', async () => {
    expect(await call(own('server'), { plaintext: 'loopback' })).toBe('unavailable');
  });

  it('lets in only clients that the named authority signed, while they are valid', async () => {
    const server = { ...own('server'), caFile };
    expect(await call(server, { caFile, ...own('client') })).toBe('done');
    expect(await call(server, { caFile, ...own('stranger', {}, others) })).toBe('unavailable');
    expect(await call(server, { caFile, ...own('late', expired()) })).toBe('unavailable');
    expect(await call(server, { caFile })).toBe('unavailable');
  });

  it('is needed off loopback, unless plaintext is meant', async () => {
    await expect(serve({ ingest: core }, { host: '0.0.0.0' })).rejects.toMatchObject({ code: 'invalid_request' });
    const options = { address: 'ingest.example:8430', tokens: signerOf(), clock, scheduler };
    await expect(connectService('ingest', options)).rejects.toMatchObject({ code: 'invalid_request' });
    const meant = await connectService('ingest', { ...options, security: { plaintext: 'anywhere' } });
    await meant.close(0);
  });

  it('does not begin with files that cannot be used', async () => {
    const none = join(folder, 'none');
    await expect(serve({ ingest: core }, { security: { certFile: none, keyFile: none } })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { problem: 'file_unreadable', file: none },
    });
    const half = { address: 'localhost:1', tokens: signerOf(), security: { caFile, certFile: none }, clock, scheduler };
    await expect(connectService('ingest', half)).rejects.toMatchObject({ details: { problem: 'incomplete' } });
  });
});
