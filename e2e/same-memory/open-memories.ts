import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { createOpenSearchSessionStore } from '@total-recall/adapter-opensearch';
import { createClient } from '@total-recall/client';
import { FOLD_VERSION } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig, sealSessionStates } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import type { ClusterServers } from '../../tools/cluster/open-cluster.ts';
import { openClusterKeys } from '../open-cluster-keys.ts';
import { openTestCluster } from '../open-test-cluster.ts';
import { UNLIMITED } from '../unlimited.ts';
import type { Memory } from './play-trace.ts';

export type OpenMemory = Memory & { close(): Promise<void> };

export interface MemoryOptions {
  readonly windowTokens: number;
  readonly space: string;
}

const TENANT = 'default';
const PARTITIONS = 2;

export async function openStandaloneMemory({ windowTokens, space }: MemoryOptions): Promise<OpenMemory> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-same-'));
  const { url, bootstrap, cores, stop } = await createStandalone(
    parseConfig('standalone', {
      ...UNLIMITED,
      TOTAL_RECALL_DATA_DIR: dataDir,
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_WINDOW_TOKENS: String(windowTokens),
      TOTAL_RECALL_EMBEDDER: 'off',
    }),
    SILENT_LOGGER,
    '0.0.0-test',
  );
  if (bootstrap.kind !== 'created') throw new Error('the first start made no key');
  return {
    client: createClient({ url, apiKey: bootstrap.apiKey }),
    sessionState: (session) => cores.stores.sessions.load({ tenant: TENANT, space, session }),
    close: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function openClusterMemory(servers: ClusterServers, { windowTokens, space }: MemoryOptions): Promise<OpenMemory> {
  const cluster = await openTestCluster(servers, {
    ...UNLIMITED,
    TOTAL_RECALL_PARTITIONS: String(PARTITIONS),
    TOTAL_RECALL_WINDOW_TOKENS: String(windowTokens),
  });
  const { url, apiKey, namePrefix, stop } = cluster;
  return {
    client: createClient({ url, apiKey }),
    sessionState: async (session) => {
      const generation = `${await generationOf(servers, namePrefix)}-v${FOLD_VERSION}`;
      const opensearch = { urls: [servers.opensearch.url], logger: SILENT_LOGGER };
      const store = await createOpenSearchSessionStore({ opensearch, prefix: namePrefix, generation, replicas: 0 });
      const keys = await openClusterKeys(cluster);
      try {
        return await sealSessionStates(store, keys).load({ tenant: TENANT, space, session });
      } finally {
        await keys.close();
        await store.close();
      }
    },
    close: stop,
  };
}

async function generationOf(servers: ClusterServers, prefix: string): Promise<string> {
  const log = await createKafkaEventLog({
    kafka: { brokers: servers.kafka.url.split(',') },
    prefix,
    partitions: PARTITIONS,
    replication: 1,
  });
  try {
    return log.generation;
  } finally {
    await log.close();
  }
}
