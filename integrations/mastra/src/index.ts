export { createMemoryProcessor, type MemoryOptions } from './memory-processor.ts';
