import type { Embedding, EmbeddingInput } from '@total-recall/ports';

/** Start parameters of an embedding thread. */
export interface EmbedWorkerData {
  readonly modelPath: string;
  readonly tokenizerPath: string;
  readonly dimensions: number;
  readonly tokenDimensions: number;
  /** Learned matrix to `tokenDimensions`. Without one, random signs reduce the vectors. */
  readonly tokenProjection?: Int8Array;
  /** Name of the codec that stores token vectors of documents. */
  readonly tokenCodec: string;
  readonly maxPieces: number;
  readonly prefixes: Readonly<Record<EmbeddingInput['kind'], string>>;
}

export interface EmbedQuestion {
  readonly id: number;
  readonly inputs: readonly EmbeddingInput[];
  readonly tokens: boolean;
}

export type EmbedAnswer =
  | { readonly kind: 'ready'; readonly loadMs: number }
  | { readonly kind: 'unusable'; readonly reason: 'runtime' | 'model'; readonly message: string }
  | { readonly kind: 'embedded'; readonly id: number; readonly embeddings: Embedding[]; readonly pieces: number; readonly busyMs: number }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
