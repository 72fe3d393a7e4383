import {
  createMemoryAnatomyStore,
  createMemoryArtifactStore,
  createMemoryControlStore,
  createMemoryEventLog,
  createMemoryIndex,
  createMemoryKeyStore,
  createMemorySessionStore,
} from '@total-recall/adapter-memory';
import type { PolicySettings, PrefetchEnd, Violation } from '@total-recall/domain';
import type { EmbedderSource } from '@total-recall/ports';
import { createIngest, type IngestConfig } from '@total-recall/ingest';
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
import { createRetriever, type RecallVectors, type RetrieverConfig } from '../src/index.ts';
import { WORDS } from './memory-retriever.ts';

export type ServiceStores = ReturnType<typeof createServiceStores>;

/** What outlives a process; the read model apart, so that it can be dropped. */
export function createServiceStores(partitions = 1) {
  return {
    log: createMemoryEventLog({ partitions }),
    keys: createMemoryKeyStore(),
    control: createMemoryControlStore(),
    artifactStore: createMemoryArtifactStore(),
    ...createReadModel(),
  };
}

export function createReadModel() {
  return { index: createMemoryIndex(), sessions: createMemorySessionStore(), anatomy: createMemoryAnatomyStore() };
}

/** Ingest and retriever over memory stores, as one process wires them. */
export function createMemoryService(
  stores: ServiceStores,
  options: {
    policy?: PolicySettings;
    ingest?: Partial<IngestConfig>;
    retriever?: Partial<RetrieverConfig>;
    embedder?: EmbedderSource;
    observed?: RecallVectors['observed'];
  } = {},
) {
  const [clock, random, scheduler] = [createSystemClock(), createSystemRandom(), createSystemScheduler()];
  const violations: Violation[] = [];
  const failures: unknown[] = [];
  const prefetches: PrefetchEnd[] = [];
  const { log, index, sessions, keys, artifactStore, anatomy, control } = stores;
  const artifacts = createArtifactCodec({ store: artifactStore, keys, clock, random });
  const shared = {
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
    tokens: WORDS,
    sealer: createSealer({ keys }),
    content: createContentReader({ artifacts }),
    analyser: createTextAnalyser(),
    policies: createPolicyResolver({ control, defaults: options.policy }),
    marks: createMarkWatcher({ index, clock, scheduler }),
  };
  const vectors = options.embedder && { index: index.vectors!, embedder: options.embedder };
  const violated = (violation: Violation): void => void violations.push(violation);
  const nothing = (): void => undefined;
  const failed = (_where: string, error: unknown): void => void failures.push(error);
  const ingest = createIngest(
    {
      ...shared,
      ...(vectors && { vectors }),
      demand: { store: anatomy.demand },
      isOurRetrieval: (id) => id.endsWith('.signed'),
      observer: { appended: nothing, projected: nothing, decided: nothing, selfChecked: nothing, violated, failed },
    },
    { selfCheckProbes: 0, ...options.ingest },
  );
  const signer = { sign: (id: string) => `${id}.signed` };
  const retriever = createRetriever(
    {
      ...shared,
      signer,
      observer: {
        assembled: nothing,
        overBudget: nothing,
        violated,
        recalled: nothing,
        prefetchEnded: (end) => void prefetches.push(end),
        prefetchFailed: (error) => failed('prefetch', error),
      },
      ...(vectors && { vectors: { ...vectors, ...(options.observed && { observed: options.observed }) } }),
    },
    options.retriever,
  );
  return { ingest, retriever, stores, violations, failures, prefetches };
}
