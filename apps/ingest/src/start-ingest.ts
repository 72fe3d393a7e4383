import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import {
  kafkaOf,
  serverProbes,
  startCore,
  wireCluster,
  type RunningService,
  type ServiceBase,
  type ServiceProcess,
} from '@total-recall/composition';
import type { IngestService } from '@total-recall/ingest';
import { serviceModule } from '@total-recall/nest';
import type { Component } from '@total-recall/runtime';

/** Ingest: appends for every partition, and projects, embeds and counts those that are its share. Resolves when it answers. */
export function startIngest(service: ServiceProcess): Promise<RunningService> {
  return startCore('ingest', service, async (base) => {
    const wiring = await wireCluster(base);
    const ingest = wiring.ingestWith({ partitions: 'taken' });
    // An append needs the log alone: what else is away is made up for from the log.
    const servers = serverProbes(wiring.stores, { ...base, needed: ['kafka'] });
    return {
      module: serviceModule({ ingest }),
      components: [...wiring.foundation, ...servers, ingest, createShare(base, ingest), wiring.archiver],
    };
  });
}

/** The partitions of the log that this process works on. */
function createShare({ config, logger, metrics }: ServiceBase, ingest: IngestService): Component {
  let group: PartitionGroup | undefined;
  return {
    name: 'partitions',
    start: async () => {
      const { kafka, prefix } = kafkaOf(config, logger);
      group = await joinPartitionGroup({
        kafka,
        topic: `${prefix}.events`,
        groupId: `${prefix}.ingest`,
        owner: { take: (partition) => ingest.take(partition), release: (partition) => ingest.release(partition) },
        onFailure: (error) => logger.error({ err: error }, 'a share of the partitions could not be taken'),
        metrics,
      });
    },
    stop: async () => group?.leave(),
    health: () =>
      group ? { ready: true, detail: `ok; ${group.owned().length} partitions` } : { ready: false, detail: 'not in the group yet' },
  };
}
