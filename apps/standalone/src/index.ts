export { createCores } from './create-cores.ts';
export type { Cores, CoresConfig } from './create-cores.ts';
export { createStandalone } from './create-standalone.ts';
export type { Standalone } from './create-standalone.ts';
export { holderOfDataDir } from './lock-data-dir.ts';
export { openControl } from './open-control.ts';
export { openStores } from './open-stores.ts';
export type { StoreOptions } from './open-stores.ts';
