import type { TokenMatrix } from './late-interaction.ts';
import { quantiseVector, type QuantisedVector } from './quantise-vector.ts';

/** What an encoder gave for one chunk. */
export interface ChunkEmbedding {
  /** Of length 1. */
  readonly vector: Float32Array;
  readonly tokens?: TokenMatrix;
}

export interface JoinedEmbedding {
  readonly vector: QuantisedVector;
  readonly tokens?: TokenMatrix;
}

/** One embedding of a document from those of its chunks (at least one): the direction of their mean, and their token rows one after the other, at most `maxTokens`. */
export function joinEmbeddings(chunks: readonly ChunkEmbedding[], maxTokens: number): JoinedEmbedding {
  const tokens = chunks.flatMap((chunk) => chunk.tokens ?? []);
  const vector = quantiseVector(chunks.length === 1 ? chunks[0]!.vector : meanDirection(chunks));
  return tokens.length === 0 ? { vector } : { vector, tokens: joinTokens(tokens, maxTokens) };
}

function meanDirection(chunks: readonly ChunkEmbedding[]): Float32Array {
  const sum = new Float64Array(chunks[0]!.vector.length);
  for (const { vector } of chunks) for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]!;
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => (length > 0 ? value / length : 0));
}

function joinTokens(matrices: readonly TokenMatrix[], maxTokens: number): TokenMatrix {
  const rows = matrices.reduce((sum, { ids }) => sum + ids.length, 0);
  const numbers = matrices.reduce((sum, { vectors }) => sum + vectors.length, 0);
  const dimensions = rows === 0 ? 0 : numbers / rows;
  const kept = Math.min(rows, maxTokens);
  const joined = { ids: new Uint32Array(rows), vectors: new Int8Array(numbers), scales: new Float32Array(rows) };
  let row = 0;
  for (const { ids, vectors, scales } of matrices) {
    joined.ids.set(ids, row);
    joined.vectors.set(vectors, row * dimensions);
    joined.scales.set(scales, row);
    row += ids.length;
  }
  return { ids: joined.ids.slice(0, kept), vectors: joined.vectors.slice(0, kept * dimensions), scales: joined.scales.slice(0, kept) };
}
