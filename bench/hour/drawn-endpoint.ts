import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fillUnit } from '../service/vector-corpus.ts';
import { seededRandom } from '../service/zipf-corpus.ts';

const DIMENSIONS = 384;

export interface DrawnEndpoint {
  /** Settings with which a service uses the endpoint. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/**
 * Starts an endpoint of the embeddings API with random vectors, the same for equal texts, so that no model takes CPU
 * from the service.
 */
export async function openDrawnEndpoint(): Promise<DrawnEndpoint> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: [...drawn(text)] }));
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    env: {
      TOTAL_RECALL_EMBEDDER: 'http',
      TOTAL_RECALL_EMBEDDER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      TOTAL_RECALL_EMBEDDER_MODEL: 'drawn',
      TOTAL_RECALL_EMBEDDER_DIMENSIONS: `${DIMENSIONS}`,
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function drawn(text: string): Float32Array {
  return fillUnit(new Float32Array(DIMENSIONS), seededRandom(createHash('sha256').update(text).digest().readUInt32LE(0)));
}
