import {
  createMemoryAnatomyStore,
  createMemoryArtifactStore,
  createMemoryControlStore,
  createMemoryEventLog,
  createMemoryIndex,
  createMemoryKeyStore,
  createMemorySegmentStore,
  createMemorySessionStore,
} from '@total-recall/adapter-memory';
import type { PolicySettings, Violation } from '@total-recall/domain';
import type { MemoryIndex, SessionStore, TokenCounter } from '@total-recall/ports';
import {
  createArtifactCodec,
  createContentReader,
  createMarkWatcher,
  createPolicyResolver,
  createSealer,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  createTextAnalyser,
} from '@total-recall/runtime';
import {
  createIngest,
  type IngestArchive,
  type IngestConfig,
  type IngestDemand,
  type IngestDeps,
  type IngestService,
  type IngestVectors,
} from '../src/index.ts';

export interface MemoryIngest {
  readonly ingest: IngestService;
  readonly deps: IngestDeps;
  readonly violations: Violation[];
  readonly failures: unknown[];
}

export type MemoryStores = ReturnType<typeof createMemoryStores>;

/** The stores of one service, which outlive its processes. */
export function createMemoryStores() {
  return {
    log: createMemoryEventLog(),
    index: createMemoryIndex(),
    sessions: createMemorySessionStore(),
    keys: createMemoryKeyStore(),
    control: createMemoryControlStore(),
    artifactStore: createMemoryArtifactStore(),
    anatomy: createMemoryAnatomyStore(),
    segments: createMemorySegmentStore(),
  };
}

/** Ingest over memory stores: as often as wanted over the same ones, to play a process that died and came back. */
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
    config?: Partial<IngestConfig>;
  } = {},
): MemoryIngest {
  const clock = createSystemClock();
  const random = createSystemRandom();
  const scheduler = createSystemScheduler();
  const violations: Violation[] = [];
  const failures: unknown[] = [];
  const index = options.index ?? stores.index;
  const artifacts = createArtifactCodec({ store: stores.artifactStore, keys: stores.keys, clock, random });
  const deps: IngestDeps = {
    log: stores.log,
    index,
    sessions: options.sessions ?? stores.sessions,
    keys: stores.keys,
    sealer: createSealer({ keys: stores.keys }),
    artifacts,
    content: createContentReader({ artifacts }),
    analyser: createTextAnalyser(),
    tokens,
    policies: createPolicyResolver({ control: stores.control, defaults: options.policy }),
    marks: createMarkWatcher({ index, clock, scheduler }),
    clock,
    random,
    scheduler,
    observer: {
      appended: () => undefined,
      projected: () => undefined,
      decided: () => undefined,
      selfChecked: () => undefined,
      violated: (violation) => violations.push(violation),
      failed: (_where, error) => failures.push(error),
    },
    ...(options.vectors && { vectors: options.vectors }),
    ...(options.demand && { demand: options.demand }),
    ...(options.archive && { archive: options.archive }),
  };
  return { ingest: createIngest(deps, { foldTimeoutMs: 5_000, selfCheckProbes: 0, ...options.config }), deps, violations, failures };
}
