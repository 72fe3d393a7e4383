export { createClickhouseAnatomyStore } from './store/clickhouse-anatomy-store.ts';
