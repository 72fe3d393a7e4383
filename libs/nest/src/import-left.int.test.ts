import { afterAll, beforeAll, expect, it } from 'vitest';
import { grpcTestClient, type GrpcTestClient } from '../testing/grpc-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGrpcServer, type GrpcServer } from './grpc-server.ts';

let server: TestServer;
let grpc: GrpcServer;
let apiKey: string;
let client: GrpcTestClient;
beforeAll(async () => {
  server = await startTestServer();
  const write = (fields: object, message: string) => void server.log.push(JSON.stringify({ ...fields, message }));
  grpc = await createGrpcServer({
    gateway: server.gateway,
    logger: { info: write, warn: write, error: write },
    host: '127.0.0.1',
    port: 0,
  });
  const { address } = await grpc.listen();
  ({ apiKey } = await server.key(['read', 'write']));
  client = grpcTestClient(address, apiKey);
});
afterAll(async () => {
  client.close();
  await grpc.close(1_000);
  await server.stop();
});

/** A file that is imported in three appends. */
const FILE = Buffer.from(JSON.stringify(Array.from({ length: 600 }, (_, at) => ({ role: 'user', content: `${at}` }))));

const PLACE = { space: 'demo', session: 's1' };

const overHttp = (signal?: AbortSignal): Promise<unknown> =>
  fetch(`${server.url}/v1/spaces/demo/sessions/s1/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(FILE),
    ...(signal && { signal }),
  });
const overGrpc = (signal?: AbortSignal): Promise<unknown> =>
  client.call('ImportSession', { ...PLACE, body: FILE }, { ...(signal && { signal }) });

/** Resolves once the server knows that the caller left. */
const leftHttp = () => expect.poll(() => server.log.some((line) => line.includes('/import') && line.includes('"aborted":true'))).toBe(true);
/** A later call of the same connection comes behind the end of the one before. */
const leftGrpc = () => client.call('ListSpaces', {});

it.each([
  ['HTTP', overHttp, leftHttp],
  ['gRPC', overGrpc, leftGrpc],
])('an import over %s whose caller left appends no more, and one whose caller waits appends all', async (_, send, isKnown) => {
  const { services } = server;
  const before = services.appended.length;
  const leave = new AbortController();
  const held = Promise.withResolvers<void>();
  services.gate = held.promise;
  services.waiting = 0;
  const left = send(leave.signal).catch((error: unknown) => error);
  await expect.poll(() => services.waiting).toBe(1);
  leave.abort();
  expect(await left).toBeInstanceOf(Error);
  await isKnown();
  held.resolve();
  await expect.poll(() => services.appended.length - before).toBe(1);
  await send();
  expect(services.appended.length - before).toBe(4);
});
