import type { PolicySettings } from '@total-recall/domain';
import type { MemoryIndex, Scheduler, SessionStore } from '@total-recall/ports';
import { createTextAnalyser, readQueryTime } from '@total-recall/language';
import {
  createArtifactCodec,
  createContentReader,
  createMarkWatcher,
  createPolicyResolver,
  createRevisedBodies,
  createSealer,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  createUnitReader,
} from '@total-recall/runtime';
import {
  createMemoryAnatomyStore,
  createMemoryArtifactStore,
  createMemoryControlStore,
  createMemoryEventLog,
  createMemoryIndex,
  createMemoryKeyStore,
  createMemoryLedger,
  createMemorySegmentStore,
  createMemorySessionStore,
  createMemoryUnitStore,
} from '../src/index.ts';

export type MemoryStores = ReturnType<typeof createMemoryStores>;

/** Creates the stores of one service, which outlive its processes. */
export function createMemoryStores({
  partitions = 1,
  mostDestroyed,
}: { readonly partitions?: number; readonly mostDestroyed?: number } = {}) {
  return {
    log: createMemoryEventLog({ partitions }),
    index: createMemoryIndex(),
    sessions: createMemorySessionStore(),
    keys: createMemoryKeyStore(mostDestroyed === undefined ? {} : { mostDestroyed }),
    ledger: createMemoryLedger(),
    control: createMemoryControlStore(),
    artifactStore: createMemoryArtifactStore(),
    anatomy: createMemoryAnatomyStore(),
    segments: createMemorySegmentStore(),
    units: createMemoryUnitStore(),
  };
}

/**
 * Wires ingest and retriever over such stores, except for token counting and metrics. The read model may be replaced.
 */
export function wireMemoryStores(
  stores: MemoryStores,
  options: {
    readonly policy?: PolicySettings;
    readonly index?: MemoryIndex;
    readonly sessions?: SessionStore;
    /** Replaces delays in real time. */
    readonly delay?: Scheduler['delay'];
  } = {},
) {
  const [clock, random, system] = [createSystemClock(), createSystemRandom(), createSystemScheduler()];
  const { log, keys, control, artifactStore, anatomy } = stores;
  const { index = stores.index, sessions = stores.sessions, policy, delay } = options;
  const scheduler = delay ? { ...system, delay } : system;
  const artifacts = createArtifactCodec({ store: artifactStore, keys, clock, random });
  return {
    log,
    index,
    sessions,
    keys,
    artifacts,
    artifactStore,
    anatomy,
    clock,
    random,
    scheduler,
    sealer: createSealer({ keys, revised: createRevisedBodies({ store: artifactStore, keys }) }),
    content: createContentReader({ artifacts }),
    analyser: createTextAnalyser(),
    readTime: readQueryTime,
    policies: createPolicyResolver({ control, defaults: policy }),
    marks: createMarkWatcher({ index, clock, scheduler }),
    units: createUnitReader(stores.units, clock, { freshMs: 0 }),
  };
}
