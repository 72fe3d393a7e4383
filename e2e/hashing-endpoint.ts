import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHashingEmbedder } from '@total-recall/adapter-memory';

export interface HashingEndpoint {
  /** Settings that make a service use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the vector of a text, as services get it. */
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Opens an endpoint that makes vectors by hashing words: the same for the same text, and near where words are shared. */
export async function openHashingEndpoint(dimensions: number): Promise<HashingEndpoint> {
  const hashing = createHashingEmbedder({ dimensions });
  const vectorsOf = async (texts: readonly string[]): Promise<Float32Array[]> =>
    (await hashing.embed(texts.map((text) => ({ kind: 'document' as const, text })))).map(({ vector }) => vector);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      const data = (await vectorsOf(input)).map((vector, index) => ({ index, embedding: [...vector] }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    env: {
      TOTAL_RECALL_EMBEDDER: 'http',
      TOTAL_RECALL_EMBEDDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      TOTAL_RECALL_EMBEDDER_MODEL: 'hashing',
      TOTAL_RECALL_EMBEDDER_DIMENSIONS: String(dimensions),
    },
    embed: async (text) => (await vectorsOf([text]))[0]!,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
