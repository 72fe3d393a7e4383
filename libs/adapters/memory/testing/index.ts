export { createMemoryStores, wireMemoryStores, type MemoryStores } from './memory-stores.ts';
