import { createMemoryStores, wireMemoryStores, type MemoryStores } from '@total-recall/adapter-memory/testing';
import type { PolicySettings, PrefetchEnd, Violation } from '@total-recall/domain';
import { createIngest, type IngestConfig } from '@total-recall/ingest';
import type { EmbedderSource, TokenCounter } from '@total-recall/ports';
import { createRetriever, type RecallVectors, type RetrieverConfig } from '../src/index.ts';
import type { RetrievalSigner } from '../src/retriever-deps.ts';
import { WORDS } from './memory-retriever.ts';

/** Creates the stores that outlive a process. */
export const createServiceStores = (partitions = 1): MemoryStores => createMemoryStores({ partitions });

/** Creates the stores that can be dropped and made again from the others. */
export function createReadModel(): Pick<MemoryStores, 'index' | 'sessions' | 'anatomy'> {
  const { index, sessions, anatomy } = createMemoryStores();
  return { index, sessions, anatomy };
}

/** Wires ingest and retriever over memory stores, as one process does. */
export function createMemoryService(
  stores: MemoryStores,
  options: {
    policy?: PolicySettings;
    ingest?: Partial<IngestConfig>;
    retriever?: Partial<RetrieverConfig>;
    embedder?: EmbedderSource;
    /** Without it words are counted, for any family. */
    tokens?: TokenCounter;
    observed?: RecallVectors['observed'];
  } = {},
) {
  const violations: Violation[] = [];
  const failures: unknown[] = [];
  const prefetches: PrefetchEnd[] = [];
  const { index, anatomy } = stores;
  const shared = { ...wireMemoryStores(stores, options), tokens: options.tokens ?? WORDS };
  const vectors = options.embedder && { index: index.vectors!, embedder: options.embedder };
  const violated = (violation: Violation): void => void violations.push(violation);
  const nothing = (): void => undefined;
  const failed = (_where: string, error: unknown): void => void failures.push(error);
  const ingest = createIngest(
    {
      ...shared,
      ...(vectors && { vectors }),
      demand: { store: anatomy.demand },
      isOurRetrieval: ({ tenant, space }, id) => id.endsWith(`.${tenant}-${space}`),
      observer: { appended: nothing, projected: nothing, decided: nothing, selfChecked: nothing, violated, failed },
    },
    { selfCheckProbes: 0, ...options.ingest },
  );
  const signer: RetrievalSigner = {
    sign: (name) => `${name}.signed`,
    signIn: ({ tenant, space }, id) => `${id}.${tenant}-${space}`,
  };
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
