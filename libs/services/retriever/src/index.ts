export { createErasedArtifacts } from './read/erased-artifacts.ts';
export { createRetriever } from './create-retriever.ts';
export type { RetrieverService } from './create-retriever.ts';
export { DEFAULT_RETRIEVER_CONFIG } from './retriever-deps.ts';
export type {
  RecallConfig,
  RecallObserver,
  RecallVectors,
  RetrieverConfig,
  RetrieverDeps,
  RetrievalSigner,
  VectorOutcome,
} from './retriever-deps.ts';
export { createWindowAssembler } from './window/assemble-window-service.ts';
export { DEFAULT_WINDOW_CONFIG } from './window/window-deps.ts';
export type { WindowConfig, WindowDeps, WindowObserver } from './window/window-deps.ts';
