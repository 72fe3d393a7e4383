import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createMetrics, type Metrics } from '@total-recall/observability';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const PACKERS = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const;
/** A route that the vendor echoes. */
const ECHOED = '/v1/elsewhere/responses';

let emulator: VendorEmulator;
let memory: RecordingMemory;
let metrics: Metrics;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(WINDOW);
});
beforeEach(async () => {
  emulator.calls.length = 0;
  memory = createRecordingMemory('It was 42.');
  metrics = createMetrics();
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, open: () => memory, metrics });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

async function post(path: string, encoding: string, body: Buffer): Promise<{ answer: IncomingMessage; bytes: Buffer }> {
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}`, 'Content-Type': 'application/json', 'Content-Encoding': encoding };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${proxy.url}${path}`, { method: 'POST', headers }, resolve);
    sent.on('error', reject).end(body);
  });
  return { answer, bytes: await buffer(answer) };
}

function history(turns: number): Buffer {
  const input = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Build module ${turn}.` },
    { role: 'assistant', content: `Module ${turn} wrote ${'some output '.repeat(100)}.` },
  ]).flat();
  return Buffer.from(JSON.stringify({ model: 'gpt-5', input: [...input, { role: 'user', content: 'And now?' }] }));
}

const counts = async (route: string, outcome: string): Promise<boolean> =>
  (await metrics.render()).includes(`total_recall_proxy_calls_total{route="${route}",outcome="${outcome}"} 1`);

describe.each(PACKERS)('a request that comes as %s', (encoding, pack) => {
  it('gets its window, uncompressed, and is kept', async () => {
    const { answer } = await post('/v1/responses', encoding, pack(history(60)));
    expect([answer.statusCode, answer.headers['x-total-recall-window']]).toEqual([200, 'compacted']);
    expect(emulator.refused).toEqual([]);
    const { headers, tokens } = emulator.calls.at(-1)!;
    expect(headers['content-encoding']).toBeUndefined();
    expect(tokens).toBeLessThan(WINDOW);
    await proxy.close();
    expect([...memory.sessions.values()].flat()).toContain('Build module 0.');
  });

  it('goes on as it came where it is no conversation', async () => {
    const packed = pack('{"model":"gpt-5"}');
    const { answer, bytes } = await post('/v1/elsewhere/chat/completions', encoding, packed);
    expect([answer.statusCode, answer.headers['x-total-recall-window']]).toEqual([203, 'unread']);
    expect(bytes.equals(packed)).toBe(true);
    expect(JSON.parse(String(answer.headers['x-echo']))).toMatchObject({ headers: { 'content-encoding': encoding } });
  });

  it('goes on as it came where it does not decode', async () => {
    const torn = Buffer.from(`no ${encoding} at all`);
    const { bytes } = await post(ECHOED, encoding, torn);
    expect(bytes.equals(torn)).toBe(true);
    expect(await counts('responses', 'unread')).toBe(true);
    expect(await metrics.render()).toContain('total_recall_proxy_fallbacks_total{part="request"} 1');
  });
});

it('a request goes on as it came where it unpacks to more than a request may have', async () => {
  const packed = gzipSync(Buffer.alloc(PROXY_LIMITS.bodyBytes + 1, ' '));
  const { answer, bytes } = await post(ECHOED, 'gzip', packed);
  expect(answer.statusCode).toBe(203);
  expect(bytes.equals(packed)).toBe(true);
  expect(await counts('responses', 'unread')).toBe(true);
});

it.each(['compress', 'zstd, br', 'constructor'])(
  'a request goes on as it came, and counts as unread, in the encoding %s',
  async (encoding) => {
    const { answer, bytes } = await post(ECHOED, encoding, Buffer.from('packed'));
    expect([answer.statusCode, answer.headers['x-total-recall-window'], bytes.toString()]).toEqual([203, 'unread', 'packed']);
    expect(JSON.parse(String(answer.headers['x-echo']))).toMatchObject({ headers: { 'content-encoding': encoding } });
    expect(await counts('responses', 'unread')).toBe(true);
    expect(await metrics.render()).toContain('total_recall_proxy_fallbacks_total{part="request"} 1');
  },
);

describe('a WebSocket', () => {
  const upgrade = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZQ==',
      };
      const sent = request(`${proxy.url}${path}`, { headers }, resolve);
      sent.on('upgrade', () => reject(new Error('It was upgraded.')));
      sent.on('error', reject).end();
    });

  it.each(['/v1/responses', '/responses', '/@main/v1/responses?x=1'])('for responses is refused with 426 at once: %s', async (path) => {
    const answer = await upgrade(path);
    expect(answer.statusCode).toBe(426);
    expect(JSON.parse((await buffer(answer)).toString())).toMatchObject({ error: { code: 'websockets_not_served' } });
  });

  it('for anything else is left to the vendor', async () => {
    const answer = await upgrade('/v1/realtime');
    expect(answer.statusCode).toBe(203);
    answer.resume();
  });
});
