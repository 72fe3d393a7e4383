import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHashingEmbedder } from '@total-recall/adapter-memory';
import { parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../testing/serve-folder.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const SYNONYMS: Readonly<Record<string, string>> = { car: 'vehicle', automobile: 'vehicle' };
const hashing = createHashingEmbedder({ dimensions: 32 });

let server: Server;
let folder: string;
const asked: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-recall-vectors-'));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      asked.push(...input);
      const said = input.map((text) => ({ kind: 'document' as const, text: text.replace(/\w+/g, (word) => SYNONYMS[word] ?? word) }));
      const data = (await hashing.embed(said)).map(({ vector }, index) => ({ index, embedding: [...vector] }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** Starts the service on the folder with these settings. */
async function serve(env: Readonly<Record<string, string>>) {
  const config = parseConfig('standalone', {
    HOME: folder,
    TOTAL_RECALL_DATA_DIR: join(folder, 'data'),
    TOTAL_RECALL_EMBEDDER: 'off',
    ...env,
  });
  const cores = await serveFolder(config);
  const ask = async (query: string) => cores.retriever.recall({ tenant: 't', space: 's', queries: [query], explain: true });
  return { ...cores, ask };
}

const endpoint = (port: number) => ({
  TOTAL_RECALL_EMBEDDER: 'http',
  TOTAL_RECALL_EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
  TOTAL_RECALL_EMBEDDER_MODEL: 'm',
  TOTAL_RECALL_EMBEDDER_DIMENSIONS: '32',
});

describe('the service and its embedder', () => {
  it('is off where it is to be, fills in what came before, keeps it over restarts, and answers from text where the endpoint is gone', async () => {
    const off = await serve({});
    const notes = Array.from({ length: 12 }, (_, i) => ({
      kind: 'user_message' as const,
      text: `Note ${i}: boat ${i * 3} left the harbour.`,
    }));
    const { events } = await off.ingest.append({
      ...ADDRESS,
      events: [...notes, { kind: 'user_message', text: 'The automobile needs brakes.' }],
    });
    await off.ingest.settle(30_000);
    expect((await off.health()).components).not.toHaveProperty('embedder');
    expect(await off.ask('my car')).toMatchObject({ signals: ['text'], textOnly: 'off', hits: [] });
    const before = await off.ask('boat 3 harbour');
    await off.stop();

    const { port } = server.address() as AddressInfo;
    const on = await serve(endpoint(port));
    await on.ingest.settle(30_000);
    // A query that is not embedded in 150 ms is answered from text.
    await expect.poll(async () => (await on.ask('my car')).signals).toEqual(['text', 'vector']);
    const found = await on.ask('my car');
    expect(found.hits[0]).toMatchObject({ eventId: events[12]!.id, sources: ['vector'], packed: true });
    expect((await on.health()).components['embedder']).toMatchObject({ ready: true, detail: expect.stringContaining('ok: ') });
    expect(await on.metrics.render()).toMatch(/total_recall_recall_vector_queries_total\{outcome="used"\} [1-9]/);
    await on.stop();

    const embedded = asked.splice(0);
    expect(embedded).toEqual(expect.arrayContaining(notes.map(({ text }) => `user: ${text}`)));
    const again = await serve(endpoint(port));
    await again.ingest.settle(30_000);
    await expect.poll(async () => (await again.ask('my car')).hits[0]?.eventId).toBe(events[12]!.id);
    expect(asked).toContain('my car');
    expect(notes.filter(({ text }) => asked.includes(text))).toEqual([]);
    await again.stop();

    const gone = await serve(endpoint(1));
    const embedder = { ready: true, detail: expect.stringContaining('text alone') };
    await expect.poll(gone.health).toMatchObject({ ready: true, components: { embedder } });
    expect(await gone.ask('my car')).toMatchObject({ signals: ['text'], textOnly: 'no_model' });
    await gone.stop();

    const offAgain = await serve({});
    const after = await offAgain.ask('boat 3 harbour');
    expect({ ...after, retrievalId: '', rendered: '', tookMs: 0, tokens: 0 }).toEqual({
      ...before,
      retrievalId: '',
      rendered: '',
      tookMs: 0,
      tokens: 0,
    });
    await offAgain.stop();
  });
});
