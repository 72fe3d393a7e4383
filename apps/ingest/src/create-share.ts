import { hostname } from 'node:os';
import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import { kafkaOf, type ServiceBase } from '@total-recall/composition';
import type { IngestRole, IngestService } from '@total-recall/ingest';
import type { Component } from '@total-recall/runtime';

export interface ShareOptions {
  readonly role: IngestRole;
  readonly topic: string;
  /** Processes that have the role share the partitions among themselves. */
  readonly groupId: string;
  readonly ingest: IngestService;
  /** Where this process answers, once it does. */
  readonly address: () => string;
}

/** A process that listens on every address is reached by the name of its machine. */
const reachable = (address: string): string => address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, hostname());

/** The partitions of the log that this process has a role of. */
export function createShare({ config, logger, metrics }: ServiceBase, { role, topic, groupId, ingest, address }: ShareOptions): Component {
  let group: PartitionGroup | undefined;
  return {
    name: `share-${role}`,
    start: async () => {
      group = await joinPartitionGroup({
        kafka: kafkaOf(config, logger).kafka,
        topic,
        groupId,
        owner: { take: (partition) => ingest.take(partition, role), release: (partition) => ingest.release(partition, role) },
        address: config.serviceAdvertisedAddress ?? reachable(address()),
        onFailure: (error) => logger.error({ role, err: error }, 'a share of the partitions could not be taken'),
        // Of both roles the projector's share is what is shown.
        ...(role === 'project' && { metrics }),
      });
    },
    stop: async () => group?.leave(),
    health: () =>
      group ? { ready: true, detail: `ok; ${group.owned().length} partitions` } : { ready: false, detail: 'not in the group yet' },
  };
}
