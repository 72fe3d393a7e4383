export { createMemoryService, createServiceStores } from './memory-service.ts';
