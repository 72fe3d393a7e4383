import { mkdir } from 'node:fs/promises';
import { openCluster, type Cluster, type ClusterServers } from '../../tools/cluster/open-cluster.ts';
import { BENCH_CLUSTER_ENV } from './bench-cluster-env.ts';
import { makeFleet, type FleetTenant } from './fleet.ts';
import { createHttpCaller, type HttpCaller } from './http-caller.ts';
import { createFleetLoad, type FleetLoad } from './load.ts';

export interface FleetOptions {
  readonly servers: ClusterServers;
  readonly folder: string;
  readonly prefix: string;
  readonly partitions: number;
  /** Number of ingest processes. */
  readonly replicas: number;
  readonly embedder: 'off' | 'minilm';
  readonly tenants: number;
  readonly events: number;
  readonly seed: number;
  /** Folder in which each service writes a profile of its run. */
  readonly profiles?: string;
}

/** A cluster on existing servers, and agents of several tenants that are ready to append. */
export interface OpenFleet {
  readonly cluster: Cluster;
  readonly caller: HttpCaller;
  readonly fleet: readonly FleetTenant[];
  readonly load: FleetLoad;
  /** Seconds from the start of each process until it answered. */
  readonly startSeconds: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function openFleet(options: FleetOptions): Promise<OpenFleet> {
  const { servers, folder, prefix, partitions, replicas, embedder, profiles } = options;
  await mkdir(folder, { recursive: true });
  const steps: { readonly text: string; readonly at: number }[] = [];
  const cluster = await openCluster({
    servers,
    folder,
    replicas: { ingest: replicas },
    onStep: (text) => steps.push({ text, at: performance.now() }),
    env: {
      ...BENCH_CLUSTER_ENV,
      TOTAL_RECALL_NAME_PREFIX: prefix,
      TOTAL_RECALL_PARTITIONS: String(partitions),
      TOTAL_RECALL_EMBEDDER: embedder,
      ...(profiles !== undefined && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` }),
    },
  });
  const end = performance.now();
  const startSeconds = new Map(
    steps.map(({ text, at }, index) => [text.replace('starting ', ''), ((steps[index + 1]?.at ?? end) - at) / 1_000] as const),
  );
  const caller = createHttpCaller(cluster.url);
  const stop = async (): Promise<void> => {
    caller.close();
    await cluster.stop();
  };
  try {
    const fleet = await makeFleet(caller, cluster.apiKey!, options);
    return { cluster, caller, fleet, load: createFleetLoad(caller, fleet), startSeconds, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
