export { memoryMiddleware, type MemoryOptions } from './memory-middleware.ts';
