import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaControlStore, createKafkaEventLog } from '@total-recall/adapter-kafka';
import { createLogger } from '@total-recall/observability';
import type { ControlStore, EventLog } from '@total-recall/ports';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { openTestCluster } from './open-test-cluster.ts';

const PARTITIONS = 2;

/** A service over both transports, with the internals that a test inspects, in one process or in several. */
export interface ServiceUnderTest {
  readonly url: string;
  readonly grpcAddress: string;
  /** The address of the proxy and the key of the first start, of a service in one process. */
  readonly proxyUrl?: string;
  readonly apiKey?: string;
  /** Addresses of the metrics of all its processes. */
  readonly operations: readonly string[];
  readonly control: ControlStore;
  readonly log: Pick<EventLog, 'partitions' | 'end'>;
  /** Returns everything that its processes logged. */
  logged(): Promise<string>;
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

const ANY_PORT = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_GRPC_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_EMBEDDER: 'off' };

/** Opens a service in this process, on a temporary folder. */
export async function openStandalone(env: Settings): Promise<ServiceUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-e2e-'));
  const logged: string[] = [];
  const config = parseConfig('standalone', { ...ANY_PORT, ...env, TOTAL_RECALL_DATA_DIR: dataDir });
  const logger = createLogger({ level: config.logLevel, destination: { write: (line) => void logged.push(line) } });
  const { url, operationsUrl, grpcAddress, proxyUrl, bootstrap, cores, stop } = await createStandalone(config, logger, '0.0.0-test');
  return {
    url,
    grpcAddress: grpcAddress!,
    ...(proxyUrl !== undefined && { proxyUrl }),
    ...(bootstrap.kind === 'created' && { apiKey: bootstrap.apiKey }),
    operations: [operationsUrl],
    control: cores.stores.control,
    log: cores.stores.log,
    logged: async () => logged.join('\n'),
    close: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens the services of a cluster, each in its own process. */
export async function openOnCluster(servers: ClusterServers, env: Settings): Promise<ServiceUnderTest> {
  const cluster = await openTestCluster(servers, { ...env, TOTAL_RECALL_PARTITIONS: String(PARTITIONS) });
  const topics = { kafka: { brokers: servers.kafka.url.split(',') }, prefix: cluster.namePrefix, replication: 1 };
  const control = await createKafkaControlStore(topics);
  const log = await createKafkaEventLog({ ...topics, partitions: PARTITIONS });
  return {
    url: cluster.url,
    grpcAddress: cluster.grpcAddress!,
    operations: Object.values(cluster.operations),
    control,
    log,
    logged: cluster.logged,
    close: async () => {
      await control.close();
      await log.close();
      await cluster.stop();
    },
  };
}
