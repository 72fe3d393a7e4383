import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import type { ServicePorts } from '@total-recall/adapter-grpc';
import { createMetrics, type Logger } from '@total-recall/observability';
import { startInOrder, type AppConfig, type Component } from '@total-recall/runtime';
import { lifecycleOf, wireCores, type Wiring } from '@total-recall/standalone';
import { kafkaOf, openClusterStores } from './open-cluster-stores.ts';
import type { RunningService } from './service.ts';
import { openServicePorts } from './service-ports.ts';

interface Core {
  readonly services: Partial<ServicePorts>;
  readonly components: readonly Component[];
}

/** Ingest: appends for every partition, and projects, embeds and counts those that are its share. Resolves when it answers. */
export function runIngest(config: AppConfig, logger: Logger, version: string): Promise<RunningService> {
  return runCore('ingest', { config, logger, version }, (wiring) => {
    const ingest = wiring.ingestWith({ partitions: 'taken' });
    let group: PartitionGroup | undefined;
    const share: Component = {
      name: 'partitions',
      start: async () => {
        const { kafka, prefix } = kafkaOf(config, logger);
        group = await joinPartitionGroup({
          kafka,
          topic: `${prefix}.events`,
          groupId: `${prefix}.ingest`,
          owner: { take: (partition) => ingest.take(partition), release: (partition) => ingest.release(partition) },
          onFailure: (error) => logger.error({ err: error }, 'a share of the partitions could not be taken'),
          metrics: wiring.metrics,
        });
      },
      stop: async () => group?.leave(),
      health: () =>
        group ? { ready: true, detail: `ok; ${group.owned().length} partitions` } : { ready: false, detail: 'not in the group yet' },
    };
    return { services: { ingest }, components: [ingest, share, wiring.archiver] };
  });
}

/** The retriever: windows and recall over what ingest wrote. Resolves when it answers. */
export function runRetriever(config: AppConfig, logger: Logger, version: string): Promise<RunningService> {
  return runCore('retriever', { config, logger, version }, (wiring) => {
    const retriever = wiring.retrieverWith({});
    return { services: { retriever }, components: [retriever] };
  });
}

interface Process {
  readonly config: AppConfig;
  readonly logger: Logger;
  readonly version: string;
}

async function runCore(mode: string, { config, logger, version }: Process, coreOf: (wiring: Wiring) => Core): Promise<RunningService> {
  const metrics = createMetrics({ processMetrics: true });
  metrics.buildInfo.set({ version, mode }, 1);
  const wiring = await wireCores(await openClusterStores(config, { logger, metrics }), config, { logger, metrics, isOnlyWriter: false });
  const core = coreOf(wiring);
  const { clock, scheduler } = wiring;
  const ports = await openServicePorts(config, core.services, { clock, scheduler, logger, metrics, health: () => running.health() });
  const running = await startInOrder(
    [...wiring.foundation, ...core.components, ports.component],
    lifecycleOf(config, { logger, scheduler }),
  );
  return { addresses: ports.addresses(), stop: () => running.stop() };
}
