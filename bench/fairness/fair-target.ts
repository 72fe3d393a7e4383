import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster, type Cluster, type ClusterServers } from '../../tools/cluster/open-cluster.ts';
import { openServers } from '../../tools/servers/open-servers.ts';
import { SERVER_NAMES } from '../../tools/servers/running-server.ts';
import { BENCH_CLUSTER_ENV } from '../cluster/bench-cluster-env.ts';
import { createHttpCaller } from '../cluster/http-caller.ts';
import type { BenchEmbedder } from '../service/open-service.ts';
import { serveTenants } from '../service/serve-tenants.ts';

/** A service with two tenants. */
export interface FairTarget {
  readonly url: string;
  /** Address of the probes of the process that answers requests. */
  readonly operationsUrl: string;
  readonly keys: { readonly noisy: string; readonly quiet: string };
  close(): Promise<void>;
}

const TENANTS = ['noisy', 'quiet'];

export async function openFairProcess(folder: string, embedder: BenchEmbedder, checkout: string): Promise<FairTarget> {
  const tenants = TENANTS.map((id) => ({ id }));
  const { service, keys } = await serveTenants(join(folder, 'data'), embedder, tenants, { checkout });
  const { url, operationsUrl, stop } = service;
  return { url, operationsUrl, keys: { noisy: keys.get('noisy')!, quiet: keys.get('quiet')! }, close: stop };
}

/** Starts servers and services, one process of each, on this machine. `note` is told of each step. */
export async function openFairCluster(
  folder: string,
  { embedder, partitions }: { readonly embedder: BenchEmbedder; readonly partitions: string },
  note: (text: string) => void,
): Promise<FairTarget> {
  const servers = await openServers({ dataFolder: join(folder, 'servers'), onStep: note });
  let cluster: Cluster | undefined;
  const close = async (): Promise<void> => {
    await cluster?.stop();
    await servers.close();
  };
  try {
    const running = await Promise.all(SERVER_NAMES.map(async (name) => [name, await servers.server(name)] as const));
    await mkdir(join(folder, 'services'), { recursive: true });
    cluster = await openCluster({
      servers: Object.fromEntries(running) as unknown as ClusterServers,
      folder: join(folder, 'services'),
      onStep: note,
      env: { ...BENCH_CLUSTER_ENV, TOTAL_RECALL_NAME_PREFIX: 'fair', TOTAL_RECALL_PARTITIONS: partitions, TOTAL_RECALL_EMBEDDER: embedder },
    });
    const caller = createHttpCaller(cluster.url);
    const keyOf = async (id: string): Promise<string> => {
      const { body } = await caller.post('/v1/admin/tenants', cluster!.apiKey!, JSON.stringify({ id, name: id }));
      return (JSON.parse(body) as { apiKey: string }).apiKey;
    };
    const keys = { noisy: await keyOf('noisy'), quiet: await keyOf('quiet') };
    caller.close();
    return { url: cluster.url, operationsUrl: cluster.operations.gateway, keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}
