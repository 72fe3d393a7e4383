export { createClickhouseAnatomyStore } from './store/clickhouse-anatomy-store.ts';
export type { ClickhouseAnatomyStoreOptions } from './store/clickhouse-anatomy-store.ts';
export type { ClickhouseSettings } from './wire/clickhouse-settings.ts';
