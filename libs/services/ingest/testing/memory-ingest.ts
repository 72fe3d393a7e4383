import { wireMemoryStores, type MemoryStores } from '@total-recall/adapter-memory/testing';
import type { PolicySettings, Violation } from '@total-recall/domain';
import type { MemoryIndex, Scheduler, SessionStore, TokenCounter } from '@total-recall/ports';
import {
  createIngest,
  createSessionGate,
  type IngestArchive,
  type IngestConfig,
  type IngestDemand,
  type IngestDeps,
  type IngestService,
  type IngestVectors,
  type ProcessGate,
} from '../src/index.ts';

export { createMemoryStores, type MemoryStores } from '@total-recall/adapter-memory/testing';

export interface MemoryIngest {
  readonly ingest: IngestService;
  readonly gate: ProcessGate;
  readonly deps: IngestDeps;
  readonly violations: Violation[];
  readonly failures: unknown[];
}

/**
 * Creates ingest over memory stores. Calling it again over the same stores simulates a process that died and came back.
 */
export function createMemoryIngest(
  stores: MemoryStores,
  tokens: TokenCounter,
  options: {
    policy?: PolicySettings;
    index?: MemoryIndex;
    sessions?: SessionStore;
    vectors?: IngestVectors;
    demand?: IngestDemand;
    archive?: IngestArchive;
    owners?: IngestDeps['owners'];
    /** Replaces the gate of one process. */
    gate?: IngestDeps['gate'];
    sharedEmbedding?: IngestDeps['sharedEmbedding'];
    park?: IngestDeps['park'];
    setAside?: IngestDeps['observer']['setAside'];
    resumed?: IngestDeps['observer']['resumed'];
    config?: Partial<IngestConfig>;
    /** Replaces pauses in real time. */
    delay?: Scheduler['delay'];
    monotonicMs?: () => number;
    /** Replaces the time of day. */
    now?: () => number;
  } = {},
): MemoryIngest {
  const wired = wireMemoryStores(stores, options);
  const gate = createSessionGate();
  const violations: Violation[] = [];
  const failures: unknown[] = [];
  const deps: IngestDeps = {
    ...wired,
    clock: {
      ...wired.clock,
      ...(options.now && { now: options.now }),
      ...(options.monotonicMs && { monotonicMs: options.monotonicMs }),
    },
    ...(options.delay && { scheduler: { ...wired.scheduler, delay: options.delay } }),
    tokens,
    observer: {
      appended: () => undefined,
      projected: () => undefined,
      decided: () => undefined,
      selfChecked: () => undefined,
      violated: (violation) => violations.push(violation),
      failed: (_where, error) => failures.push(error),
      ...(options.setAside && { setAside: options.setAside }),
      ...(options.resumed && { resumed: options.resumed }),
    },
    ...(options.park && { park: options.park }),
    ...(options.vectors && { vectors: options.vectors }),
    ...(options.demand && { demand: options.demand }),
    ...(options.archive && { archive: options.archive }),
    ...(options.owners && { owners: options.owners }),
    gate: options.gate ?? gate,
    ...(options.sharedEmbedding && { sharedEmbedding: options.sharedEmbedding }),
  };
  return { gate, ingest: createIngest(deps, { foldTimeoutMs: 30_000, selfCheckProbes: 0, ...options.config }), deps, violations, failures };
}
