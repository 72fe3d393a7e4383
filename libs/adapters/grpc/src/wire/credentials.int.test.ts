import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clock, scheduler, serve, signerOf } from '../../testing/serve-memory.ts';
import { connectService } from '../client/connect-service.ts';
import type { ClientTls, ServerTls } from './credentials.ts';

const POLICY = { tenant: 'acme', space: 'main', session: 's1' };
const core = { policy: async () => ({ family: 'o200k' }) } as never;
let folder: string;
const file = (name: string) => join(folder, name);

/** A certificate for localhost that is its own authority. */
function certificate(name: string): void {
  const args = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', ['req', '-x509', ...args, ...names, '-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)], {
    stdio: 'ignore',
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-tls-'));
  for (const name of ['server', 'client', 'stranger']) certificate(name);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
  const plainServer = () => ({ certFile: file('server.crt'), keyFile: file('server.key') });
  const clientWith = (name: string) => ({ caFile: file('server.crt'), certFile: file(`${name}.crt`), keyFile: file(`${name}.key`) });

  it('is spoken where certificates are named', async () => {
    expect(await call(plainServer(), { caFile: file('server.crt') })).toBe('done');
  });

  it('ends at a server that the authority does not know, or that wants TLS', async () => {
    expect(await call(plainServer(), { caFile: file('stranger.crt') })).toBe('unavailable');
    expect(await call(plainServer(), { plaintext: 'loopback' })).toBe('unavailable');
  });

  it('lets in only known clients where the server names their authority', async () => {
    const server = { ...plainServer(), caFile: file('client.crt') };
    expect(await call(server, clientWith('client'))).toBe('done');
    expect(await call(server, clientWith('stranger'))).toBe('unavailable');
    expect(await call(server, { caFile: file('server.crt') })).toBe('unavailable');
  });

  it('is needed off loopback, unless plaintext is meant', async () => {
    await expect(serve({ ingest: core }, { host: '0.0.0.0' })).rejects.toMatchObject({ code: 'invalid_request' });
    const options = { address: 'ingest.example:8430', tokens: signerOf(), clock, scheduler };
    await expect(connectService('ingest', options)).rejects.toMatchObject({ code: 'invalid_request' });
    const meant = await connectService('ingest', { ...options, security: { plaintext: 'anywhere' } });
    await meant.close(0);
  });

  it('names a file that cannot be read', async () => {
    await expect(serve({ ingest: core }, { security: { certFile: file('none'), keyFile: file('none') } })).rejects.toThrow(file('none'));
  });
});
