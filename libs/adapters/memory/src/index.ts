export { createMemoryIndex } from './memory-index.ts';
