export { createMemoryEraser } from './memory-eraser.ts';
export { createMemoryIngest, createMemoryStores, type MemoryIngest, type MemoryStores } from './memory-ingest.ts';
