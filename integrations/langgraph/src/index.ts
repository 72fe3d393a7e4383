export { memoryMiddleware, type MemoryOptions, type ThreadRuntime } from './memory-middleware.ts';
export { TotalRecallStore, type StorePlace } from './store/total-recall-store.ts';
