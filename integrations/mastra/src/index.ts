export { createMemoryProcessor, type MemoryOptions, type MemoryProcessor } from './memory-processor.ts';
