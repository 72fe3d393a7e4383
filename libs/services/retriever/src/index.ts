export { createErasedArtifacts } from './read/erased-artifacts.ts';
export { createDemandReader } from './read/read-demand.ts';
export { createRetriever } from './create-retriever.ts';
export type { RetrieverService } from './create-retriever.ts';
export type { RecallConfig, RecallVectors, RetrieverConfig, RetrieverDeps } from './retriever-deps.ts';
