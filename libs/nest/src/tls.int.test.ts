import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createTestAuthority, writeCertificate } from '@total-recall/ports/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { grpcTestClient } from '../testing/grpc-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGrpcServer } from './grpc-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'total-recall-public-tls-'));
const [ours, others] = [createTestAuthority('Ours'), createTestAuthority('Others')];
const tls = writeCertificate(folder, 'public', ours.issue());
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the status of an answer, or the error code of a failed connection. */
const askOver = (url: string, ca: string, apiKey: string): Promise<number | string> =>
  new Promise((resolve) => {
    const asked = get(`${url}/v1/tenant`, { ca, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
  });

async function withServer(act: (server: TestServer, apiKey: string) => Promise<void>): Promise<void> {
  const server = await startTestServer({ tls });
  try {
    await act(server, (await server.key(['read'])).apiKey);
  } finally {
    await server.stop();
  }
}

describe('TLS at the public ports', () => {
  it('is spoken over HTTP, to who believes its authority, and plaintext is not', async () => {
    await withServer(async ({ url, operationsUrl }, apiKey) => {
      expect(url).toMatch(/^https:/);
      expect(await askOver(url, ours.certificate, apiKey)).toBe(200);
      expect(await askOver(url, others.certificate, apiKey)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
      await expect(fetch(`${url.replace('https', 'http')}/v1/tenant`)).rejects.toThrow();
      expect((await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
    });
  });

  it('is not spoken in a version that is out of date', async () => {
    await withServer(async ({ url }) => {
      const { port, hostname: host } = new URL(url);
      const code = await new Promise((resolve) => {
        const socket = connect({ host, port: Number(port), ca: ours.certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
        socket.once('secureConnect', () => resolve('connected'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
      expect(code).not.toBe('connected');
    });
  });

  it('is spoken over gRPC, to who believes its authority, and plaintext is not', async () => {
    await withServer(async ({ gateway }, apiKey) => {
      const server = await createGrpcServer({ gateway, logger: SILENT_LOGGER, host: '127.0.0.1', port: 0, tls });
      const { address } = await server.listen();
      const ask = async (ca?: string): Promise<unknown> => {
        const client = grpcTestClient(address, apiKey, ca);
        try {
          return await client.call('GetTenant', {}, { deadlineMs: 5_000 });
        } finally {
          client.close();
        }
      };
      expect(await ask(ours.certificate)).toMatchObject({ id: 'acme' });
      await expect(ask(others.certificate)).rejects.toThrow();
      await expect(ask()).rejects.toThrow();
      await server.close(1_000);
    });
  });

  it('does not begin with files that cannot be used', async () => {
    const certFile = join(folder, 'none.crt');
    writeFileSync(certFile, 'nothing');
    await expect(startTestServer({ tls: { ...tls, certFile } })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
