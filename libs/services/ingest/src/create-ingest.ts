import type { Ingest } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';
import { createAppendApi } from './append/append-api.ts';
import { DEFAULT_INGEST_CONFIG, type IngestConfig } from './ingest-config.ts';
import { type IngestDeps } from './ingest-deps.ts';
import { createSessionCompactor } from './partitions/compact-session.ts';
import { createPartitionHost, type PartitionHost } from './partitions/partition-host.ts';

export type IngestService = Ingest & Omit<PartitionHost, 'projectorOf' | 'saved'> & Required<Pick<Component, 'name' | 'start' | 'stop'>>;

/** Creates the ingest service: the only append, and the roles of the partitions that this process has. */
export function createIngest(deps: IngestDeps, settings: Partial<IngestConfig> = {}): IngestService {
  const config = { ...DEFAULT_INGEST_CONFIG, ...settings };
  const host = createPartitionHost(deps, config);
  // Prefers the state in the projector's memory: states reach hundreds of kilobytes, and every append needs one.
  const api = createAppendApi(deps, config, { loadFolded: (address) => host.saved(address) ?? deps.sessions.load(address) });
  return { name: 'ingest', ...api, ...host, compact: createSessionCompactor(deps, config, host) };
}
