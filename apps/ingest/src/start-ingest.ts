import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import { kafkaOf, runCore, type RunningService, type ServiceProcess } from '@total-recall/composition';
import { serviceModule } from '@total-recall/nest';
import type { Component } from '@total-recall/runtime';

/** Ingest: appends for every partition, and projects, embeds and counts those that are its share. Resolves when it answers. */
export function startIngest(service: ServiceProcess): Promise<RunningService> {
  const { config, logger } = service;
  return runCore('ingest', service, (wiring) => {
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
    return { module: serviceModule({ ingest }), components: [ingest, share, wiring.archiver] };
  });
}
