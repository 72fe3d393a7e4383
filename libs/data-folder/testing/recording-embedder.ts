import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { Embedder, Embedding, EmbeddingInput } from '@total-recall/ports';

const DIMENSIONS = 128;

/** A text that the service had embedded, and its embedding. */
export interface Recorded extends EmbeddingInput {
  readonly embedding: Embedding;
}

export interface RecordingEmbedder {
  /** Settings that make a service use this endpoint. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Hook for `createCores`: makes vectors and token vectors from words without a model, the same for the same text. They
   * have the words of the message before, as those of a model have a trace of it.
   */
  readonly wrapEmbedder: (endpoint: Embedder) => Embedder;
  /** Every text that was embedded, in order. */
  readonly recorded: Recorded[];
  readonly plain: Embedder;
  close(): Promise<void>;
}

const withBefore = ({ before = '', ...input }: EmbeddingInput): EmbeddingInput => ({ ...input, text: `${before} ${input.text}`.trim() });

/** Creates an embedder that records its inputs, behind an endpoint that merely has to answer. */
export async function createRecordingEmbedder(): Promise<RecordingEmbedder> {
  const recorded: Recorded[] = [];
  const plain = createHashingEmbedder({ dimensions: DIMENSIONS });
  const embedding = [1, ...Array.from({ length: DIMENSIONS - 1 }, () => 0)];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ index: 0, embedding }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      TOTAL_RECALL_EMBEDDER: 'http',
      TOTAL_RECALL_EMBEDDER_URL: `http://127.0.0.1:${port}/v1`,
      TOTAL_RECALL_EMBEDDER_MODEL: 'words',
      TOTAL_RECALL_EMBEDDER_DIMENSIONS: String(DIMENSIONS),
    },
    recorded,
    plain,
    wrapEmbedder: (endpoint) => ({
      model: plain.model,
      dimensions: plain.dimensions,
      tokenDimensions: plain.tokenDimensions,
      async embed(inputs, options) {
        const made = await plain.embed(inputs.map(withBefore), options);
        inputs.forEach((input, at) => recorded.push({ ...input, embedding: made[at]! }));
        return made;
      },
      close: () => endpoint.close(),
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
