import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Embedder } from '@total-recall/ports';
import { embedderContract } from '@total-recall/ports/testing';
import { createHashingEmbedder } from '@total-recall/adapter-memory';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpEmbedder, type HttpEmbedderOptions } from './http-embedder.ts';

const DIMENSIONS = 32;

interface Request {
  readonly model: string;
  readonly input: string[];
  readonly dimensions?: number;
}
interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly silent?: boolean;
}

let server: Server;
let url: string;
let respond: ((request: Request) => Answer | undefined) | undefined;
const seen: { path: string; headers: IncomingHttpHeaders; request: Request }[] = [];
const hashing = createHashingEmbedder({ dimensions: DIMENSIONS });

/**
 * Answers as a real endpoint does, with vectors of the hashing embedder that are not normalized and come in reverse
 * order.
 */
async function goodAnswer({ input }: Request): Promise<unknown> {
  const embeddings = await hashing.embed(input.map((text) => ({ text, kind: 'document' })));
  return { data: embeddings.map(({ vector }, index) => ({ index, embedding: Array.from(vector, (value) => value * 3) })).reverse() };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Request;
      seen.push({ path: request.url!, headers: request.headers, request: body });
      const answer = respond?.(body) ?? {};
      if (answer.silent) return;
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? (await goodAnswer(body))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
});

afterEach(() => {
  respond = undefined;
  seen.length = 0;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const open = (changes: Partial<HttpEmbedderOptions> = {}): Embedder =>
  createHttpEmbedder({
    url,
    model: 'some-model',
    dimensions: DIMENSIONS,
    maxQueued: 64,
    batchSize: 10,
    scheduler: { delay: async () => {}, every: () => ({ cancel() {} }) },
    ...changes,
  });
const texts = (...values: string[]) => values.map((text) => ({ text, kind: 'document' as const }));

embedderContract('http', () => ({ open: async () => open(), dispose: async () => {} }), { tokens: false, maxQueued: 64 });

describe('createHttpEmbedder', () => {
  it('asks the way the API is, in batches, with key and prefixes', async () => {
    const embedder = open({ apiKey: 'secret', requestDimensions: true, prefixes: { query: 'query: ' } });
    await embedder.embed([{ text: 'who?', kind: 'query' }, ...texts('a', '  ', ...Array.from({ length: 20 }, (_, index) => `t${index}`))]);
    expect(seen.map(({ request }) => request.input.length).sort()).toEqual([10, 10, 3]);
    const first = seen.find(({ request }) => request.input[0] === 'query: who?')!;
    expect(first).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer secret' },
      request: { model: 'some-model', dimensions: DIMENSIONS },
    });
    expect(first.request.input.slice(1, 3)).toEqual(['a', '.']);
    expect(embedder.model).toBe('some-model/32');
  });

  it('cuts long texts and says so', async () => {
    const [long, short] = await open({ maxCharacters: 5 }).embed(texts('abcdefgh', 'abc'));
    expect([long!.truncated, short!.truncated]).toEqual([true, false]);
    expect(seen[0]!.request.input).toEqual(['abcde', 'abc']);
  });

  it.each([429, 500, 503])('repeats after status %i, waiting as long as asked', async (status) => {
    const waits: number[] = [];
    respond = () => (seen.length < 3 ? { status, headers: { 'retry-after': '2' }, body: {} } : undefined);
    const scheduler = { delay: async (ms: number) => void waits.push(ms), every: () => ({ cancel() {} }) };
    expect(await open({ scheduler }).embed(texts('a'))).toHaveLength(1);
    expect(waits).toHaveLength(2);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2_000);
  });

  it('gives up in the end with unavailable, and works again afterwards', async () => {
    respond = () => ({ status: 503, body: 'busy' });
    const embedder = open({ retry: { attempts: 3, firstDelayMs: 1, maxDelayMs: 2 } });
    await expect(embedder.embed(texts('a'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(seen).toHaveLength(3);
    respond = undefined;
    expect(await embedder.embed(texts('a'))).toHaveLength(1);
  });

  it('gives up on silence, and says that nobody is there', async () => {
    respond = () => ({ silent: true });
    const retry = { attempts: 2, firstDelayMs: 1, maxDelayMs: 2 };
    await expect(open({ timeoutMs: 1_000, retry }).embed(texts('a'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => seen).toHaveLength(2);
    await expect(open({ url: 'http://127.0.0.1:1', retry }).embed(texts('a'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each<[string, Answer]>([
    ['a refusal', { status: 401, body: { error: 'a secret of the server' } }],
    ['no JSON', { body: '<html>' }],
    ['null', { body: 'null' }],
    ['too few vectors', { body: { data: [] } }],
    ['other dimensions', { body: { data: [{ embedding: [1, 2] }] } }],
    ['no numbers', { body: { data: [{ embedding: Array.from({ length: DIMENSIONS }, () => 'x') }] } }],
    ['a vector of length 0', { body: { data: [{ embedding: Array.from({ length: DIMENSIONS }, () => 0) }] } }],
    ['a wrong index', { body: { data: [{ index: 7, embedding: Array.from({ length: DIMENSIONS }, () => 1) }] } }],
  ])("does not repeat %s, and keeps the server's words out of the message", async (_name, answer) => {
    respond = () => answer;
    const failing = open().embed(texts('a'));
    await expect(failing).rejects.toMatchObject({ code: 'internal', message: expect.not.stringContaining('secret') });
    expect(seen).toHaveLength(1);
  });
});
