import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster, type Cluster, type ClusterOptions, type ClusterServers } from '../tools/cluster/open-cluster.ts';

/** A cluster with unique names on the servers, and a temporary folder. */
export interface TestCluster extends Cluster {
  readonly apiKey: string;
  /** Prefix of topics, indices, buckets and the database. */
  readonly namePrefix: string;
  /** Reads the key (PEM) with which the gateway signs tokens between services. */
  serviceKey(): Promise<string>;
  /** Reads the log of a service so far, by the name of its process. */
  logOf(name: string): Promise<string>;
  /** Reads the logs of all its processes. */
  logged(): Promise<string>;
}

/** Starts the services as processes with small windows and without vectors, so that they start quickly. */
export async function openTestCluster(
  servers: ClusterServers,
  env: Readonly<Record<string, string>> = {},
  more: Pick<ClusterOptions, 'replicas' | 'ingestRoles' | 'between'> = {},
): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-cluster-'));
  const namePrefix = `t${randomBytes(6).toString('hex')}`;
  const cluster = await openCluster({
    ...more,
    servers,
    folder,
    env: {
      TOTAL_RECALL_NAME_PREFIX: namePrefix,
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_GRPC_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_PARTITIONS: '2',
      TOTAL_RECALL_WINDOW_TOKENS: '8192',
      TOTAL_RECALL_EMBEDDER: 'off',
      TOTAL_RECALL_LOG_LEVEL: 'warn',
      ...env,
    },
  });
  return {
    ...cluster,
    apiKey: cluster.apiKey!,
    namePrefix,
    serviceKey: () => readFile(join(folder, 'service.key'), 'utf8'),
    logOf: (name) => readFile(join(folder, `${name}.log`), 'utf8'),
    logged: async () => {
      const files = (await readdir(folder)).filter((name) => name.endsWith('.log'));
      return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
    },
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
