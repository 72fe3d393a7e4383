import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { status } from '@grpc/grpc-js';
import { GRPC_PACKAGE, GRPC_SERVICE } from '@total-recall/contracts';
import { afterEach, expect, it } from 'vitest';
import { CallRefused, grpcTestClient } from '../testing/grpc-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGrpcServer, type GrpcServerOptions } from './grpc-server.ts';

const UNKNOWN = `tr_${'0'.repeat(16)}_${'A'.repeat(43)}`;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function serve(options: Partial<GrpcServerOptions>): Promise<{ test: TestServer; address: string }> {
  const test = await startTestServer({ config: { unknownKeys: { perSecond: 0.001, burst: 2 } } });
  closing.push(() => test.stop());
  const server = await createGrpcServer({ gateway: test.gateway, logger: SILENT, host: '127.0.0.1', port: 0, ...options });
  closing.push(() => server.close(1_000));
  return { test, address: (await server.listen()).address };
}

/** Returns the gRPC status code of one call with this forwarded address. */
async function codeFor(address: string, apiKey: string, forwardedFor: string): Promise<status> {
  const client = grpcTestClient(address, apiKey);
  const answered = client.call('GetTenant', {}, { metadata: { 'x-forwarded-for': forwardedFor } }).then(
    () => status.OK,
    (error: unknown) => (error instanceof CallRefused ? error.status.code : Promise.reject(error)),
  );
  return answered.finally(() => client.close());
}

/** Opens a call that sends its headers and nothing else. */
async function halfOpen(address: string, apiKey: string, rpc: string, forwardedFor: string) {
  const session = connectHttp2(`http://${address}`).on('error', () => undefined);
  closing.push(() => session.destroy());
  const call = session.request({
    ':method': 'POST',
    ':path': `/${GRPC_PACKAGE}.${GRPC_SERVICE}/${rpc}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${apiKey}`,
    'x-forwarded-for': forwardedFor,
  });
  call.on('error', () => undefined);
  await once(session, 'connect');
  return { end: () => session.destroy() };
}

it('counts keys that nobody has by the client behind a trusted proxy, and samples them into the audit of the operator', async () => {
  const { test, address } = await serve({ trustedProxies: ['127.0.0.1'] });
  const codes = [];
  for (const client of ['8.8.8.8', '8.8.8.8', '8.8.8.8', '8.8.4.4']) codes.push(await codeFor(address, UNKNOWN, client));
  expect(codes).toEqual([status.UNAUTHENTICATED, status.UNAUTHENTICATED, status.RESOURCE_EXHAUSTED, status.UNAUTHENTICATED]);
  const { apiKey } = await test.key(['admin'], { tenant: 'system' });
  const client = grpcTestClient(address, apiKey);
  closing.push(() => client.close());
  const { entries } = await client.call('ListAudit', { limit: 50 });
  const refused = (entries as { outcome: string; code?: string; target: string }[]).filter(({ outcome }) => outcome === 'refused');
  expect(refused.map(({ code, target }) => `${code} ${target}`).sort()).toEqual(['rate_limited 8.8.8.8', 'unauthenticated 8.8.8.8']);
});

it('believes nothing that a peer says of where it forwards from, unless it is trusted', async () => {
  const { address } = await serve({});
  const codes = [];
  for (const client of ['8.8.8.8', '8.8.4.4', '1.1.1.1']) codes.push(await codeFor(address, UNKNOWN, client));
  expect(codes).toEqual([status.UNAUTHENTICATED, status.UNAUTHENTICATED, status.RESOURCE_EXHAUSTED]);
});

it.each(['GetTenant', 'AppendStream'])('takes so many calls of %s of an address that have sent no message', async (rpc) => {
  const { test, address } = await serve({ trustedProxies: ['127.0.0.1'], limits: { halfOpenPerAddress: 2 } });
  const { apiKey } = await test.key(['read', 'write']);
  const code = () => codeFor(address, apiKey, '8.8.8.8');
  const one = await halfOpen(address, apiKey, rpc, '8.8.8.8');
  await halfOpen(address, apiKey, rpc, '8.8.8.8');
  await expect.poll(code, { timeout: 30_000 }).toBe(status.RESOURCE_EXHAUSTED);
  expect(await codeFor(address, apiKey, '8.8.4.4')).toBe(status.OK);
  one.end();
  await expect.poll(code, { timeout: 30_000 }).toBe(status.OK);
  expect(await code()).toBe(status.OK);
});

it('ends the connections of an address that it has too many of, before anything came over them', async () => {
  const { test, address } = await serve({ limits: { connectionsPerAddress: 3 } });
  const { apiKey } = await test.key(['read']);
  const [host, port] = address.split(':') as [string, string];
  const held = Array.from({ length: 3 }, () => connect(Number(port), host).on('error', () => undefined));
  closing.push(() => held.forEach((socket) => socket.destroy()));
  for (const socket of held) await once(socket, 'connect');
  await once(
    connect(Number(port), host).on('error', () => undefined),
    'close',
  );
  held[0]!.destroy();
  await expect.poll(() => codeFor(address, apiKey, ''), { timeout: 30_000 }).toBe(status.OK);
});
