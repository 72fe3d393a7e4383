export { createHttpEmbedder, httpVectorsId } from './http-embedder.ts';
