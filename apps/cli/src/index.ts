export { openInProcess } from './service/open-in-process.ts';
export type { InProcess } from './service/open-in-process.ts';
export { curlLines } from './output/first-steps.ts';
export { cacheEmbeddings } from './service/cache-embeddings.ts';
