import { createGroupDirectory, createKafkaLedger } from '@total-recall/adapter-kafka';
import { openClusterStores } from '@total-recall/composition/cluster';
import { createMetrics, NO_TRACER, SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import type { ClusterServers } from '../../../tools/cluster/open-cluster.ts';
import { eventually } from '../../eventually.ts';
import { openTestCluster } from '../../open-test-cluster.ts';
import { UNLIMITED } from '../../unlimited.ts';
import { readWhole } from './read-whole.ts';
import { TENANT, type SweepTarget } from './sweep-target.ts';

const CONSOLIDATORS = ['consolidator', 'consolidator-2'] as const;
const OWNED_MS = 120_000;

/** Starts a cluster with two consolidators on real servers. What is killed is the one that owns the tenant's partition. */
export async function openClusterTarget(servers: ClusterServers, minutes: number): Promise<SweepTarget> {
  // No session is compacted, so that its events are what was said.
  const env = { ...UNLIMITED, TOTAL_RECALL_CONSOLIDATE_MINUTES: String(minutes), TOTAL_RECALL_WINDOW_TOKENS: '200000' };
  const cluster = await openTestCluster(servers, env, { replicas: { consolidator: CONSOLIDATORS.length } });
  const config = parseConfig('cluster', cluster.env);
  const prefix = cluster.namePrefix;
  const kafka = { brokers: servers.kafka.url.split(',') };
  const owners = createGroupDirectory({ kafka, topic: `${prefix}.ledger`, groupId: `${prefix}.consolidator` });
  const openLedger = () => createKafkaLedger({ kafka, prefix, replication: 1, partitions: config.partitions });
  const withStores = async <T>(work: (stores: Awaited<ReturnType<typeof openClusterStores>>) => Promise<T>): Promise<T> => {
    const metrics = createMetrics({ processMetrics: false });
    const stores = await openClusterStores(config, { logger: SILENT_LOGGER, metrics, tracing: NO_TRACER });
    return work(stores).finally(() => stores.close());
  };
  const first = await openLedger();
  const partition = first.partitionOf(TENANT);
  await first.close();
  const owner = (): Promise<(typeof CONSOLIDATORS)[number]> =>
    eventually(
      async () => {
        const address = await owners.addressOf(partition);
        const name = CONSOLIDATORS.find((one) => cluster.services[one]!.addresses['service'] === address);
        if (name === undefined) throw new Error('nobody owns the part of the ledger');
        return name;
      },
      { timeout: OWNED_MS, interval: 200 },
    );
  const down = new Set<string>();
  return {
    apiKey: cluster.apiKey,
    url: () => cluster.url,
    kill: async () => {
      const name = await owner();
      down.add(name);
      await cluster.services[name]!.kill();
    },
    start: async () => {
      for (const name of down) await cluster.services[name]!.start();
      down.clear();
    },
    rest: async () => {
      for (const name of CONSOLIDATORS) {
        await cluster.services[name]!.stop();
        down.add(name);
      }
    },
    ledger: async () => {
      const ledger = await openLedger();
      return readWhole(ledger, partition).finally(() => ledger.close());
    },
    units: (space) => withStores(({ units }) => units!.load({ tenant: TENANT, space })),
    dropUnits: async () => {
      const listed = await fetch(`${servers.opensearch.url}/_cat/indices/${prefix}-units-*?format=json&h=index`);
      for (const { index } of (await listed.json()) as { index: string }[])
        await fetch(`${servers.opensearch.url}/${index}`, { method: 'DELETE' });
    },
    stop: async () => {
      await owners.close();
      await cluster.stop();
    },
  };
}
