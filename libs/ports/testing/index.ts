export { codeOf, withHarness } from './contract-harness.ts';
export type { ContractCapabilities, ContractHarness } from './contract-harness.ts';
export { eventLogContract, sampleRecord } from './event-log-contract.ts';
export { memoryIndexContract } from './memory-index-contract.ts';
export type { MemoryIndexCapabilities, MemoryIndexHarness } from './memory-index-contract.ts';
export { documentOf, writeOf, writesOf } from './memory-index-fixtures.ts';
export type { EventSketch } from './memory-index-fixtures.ts';
