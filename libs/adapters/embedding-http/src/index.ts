export { createHttpEmbedder, httpVectorsId } from './http-embedder.ts';
export type { HttpEmbedderOptions } from './http-embedder.ts';
export type { EmbeddingEndpoint } from './request-vectors.ts';
