import type { Embedding, EmbeddingInput } from '@total-recall/ports';

/** What an embedding thread is started with. */
export interface EmbedWorkerData {
  readonly modelPath: string;
  readonly tokenizerPath: string;
  readonly dimensions: number;
  readonly tokenDimensions: number;
  /** A learned matrix to so many dimensions; random signs reduce where there is none. */
  readonly tokenProjection?: Int8Array;
  /** Name of the codec that token vectors of documents are kept in. */
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
