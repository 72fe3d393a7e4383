export { createStandalone } from './create-standalone.ts';
export type { Standalone } from './create-standalone.ts';
