import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import type { ProxyServer } from './serve-proxy.ts';
import { createUpstream, type UpstreamCall } from './upstream.ts';

/** A request within the body of another. */
const INNER = 'DELETE /v1/files/theirs HTTP/1.1\r\nHost: vendor\r\n\r\n';

/** Bytes that the vendor got over all its connections, and the requests that it took them for. */
let received = '';
const asked: string[] = [];
const vendor = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch(() => undefined);
});
/** Stands before the vendor and keeps the bytes as they are on the wire. */
const recorder = createTcpServer((socket) => {
  const onward = connect(portOf(vendor), '127.0.0.1');
  for (const one of [socket, onward]) one.on('error', () => undefined);
  socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  socket.pipe(onward).pipe(socket);
});
let vendorUrl: string;
let proxy: ProxyServer;

beforeAll(async () => {
  await once(vendor.listen(0, '127.0.0.1'), 'listening');
  await once(recorder.listen(0, '127.0.0.1'), 'listening');
  vendorUrl = `http://127.0.0.1:${portOf(recorder)}`;
});
beforeEach(async () => {
  proxy = await openTestProxy(vendorUrl);
  received = '';
  asked.length = 0;
});
afterEach(() => proxy.close());
afterAll(() => {
  recorder.close();
  vendor.close();
});

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await text(incoming);
  asked.push(`${incoming.method} ${incoming.url} ${body}`.trim());
  outgoing.end('{}');
}

function portOf(server: TcpServer): number {
  return (server.address() as AddressInfo).port;
}

/** Sends bytes over a connection of their own; returns all that comes back until the other side closes it. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const rawCall = (method: string, path: string, headers: readonly string[], body: string): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n');

it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'POST'])(
  'a %s whose Connection names the length of its body is refused, and nothing of it goes on',
  async (method) => {
    const headers = ['Connection: close, Content-Length', `Content-Length: ${INNER.length}`];
    const answer = await sendRaw(rawCall(method, '/v1/models', headers, INNER));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    if (method !== 'HEAD') expect(answer).toMatch(/"code":"invalid_request".*Connection may not name content-length/);
    expect([received, asked]).toEqual(['', []]);
  },
);

it.each([
  ['in a second header', ['Connection: keep-alive', 'connection:\tcontent-LENGTH ,', `Content-Length: ${INNER.length}`]],
  ['of which it is the encoding', ['Connection: transfer-encoding', `Content-Length: ${INNER.length}`]],
  ['of which it is the host', ['Connection: Host', `Content-Length: ${INNER.length}`]],
])('a header that a request needs is refused as one of the connection, %s', async (_, headers) => {
  expect(await sendRaw(rawCall('GET', '/v1/models', headers, INNER))).toMatch(/^HTTP\/1\.1 400 [^]*invalid_request/);
  expect(received).toBe('');
});

it.each(['GET', 'DELETE', 'OPTIONS'])('the body of a %s reaches the vendor as that, by its length or in chunks', async (method) => {
  const chunked = `${INNER.length.toString(16)}\r\n${INNER}\r\n0\r\n\r\n`;
  const byLength = ['Connection: close', `Content-Length: ${INNER.length}`];
  expect(await sendRaw(rawCall(method, '/v1/a', byLength, INNER))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sendRaw(rawCall(method, '/v1/b', ['Connection: close', 'Transfer-Encoding: chunked'], chunked))).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toEqual([`${method} /v1/a ${INNER.trim()}`, `${method} /v1/b ${INNER.trim()}`]);
});

it('a request without a body gets none announced', async () => {
  expect(await sendRaw(rawCall('GET', '/v1/models', ['Connection: close, X-Hop', 'X-Hop: 1'], ''))).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toEqual(['GET /v1/models']);
  expect(received).toMatch(/^GET \/v1\/models HTTP\/1\.1\r\n/);
  expect(received).not.toMatch(/transfer-encoding|content-length|x-hop/i);
});

it.each([
  ['whose length is left out', ['Connection', 'content-length', 'Content-Length', String(INNER.length)], INNER],
  ['that nothing announces', ['Accept', '*/*'], ''],
])('a stream %s is no request of its own', async (_, rawHeaders, body) => {
  const upstream = createUpstream('openai', vendorUrl);
  const call: Omit<UpstreamCall, 'target' | 'stream'> = { method: 'GET', rawHeaders, signal: new AbortController().signal };
  const send = async (target: string) => text(await upstream.send({ ...call, target, stream: Readable.from([Buffer.from(INNER)]) }));
  // A second one shows that the connection is in step.
  await send('/v1/models');
  await send('/v1/usage');
  upstream.close();
  expect(asked).toEqual([`GET /v1/models ${body.trim()}`.trim(), `GET /v1/usage ${body.trim()}`.trim()]);
});
