import { hostname } from 'node:os';
import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import { kafkaOf, type ServiceBase } from '@total-recall/composition';
import type { IngestRole } from '@total-recall/ingest';
import type { MemoryIndex } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';
import { createProgress } from './commit-progress.ts';
import type { HeldRoles } from './held-roles.ts';

export interface ShareOptions {
  readonly role: IngestRole;
  readonly topic: string;
  /** Processes that have the role share the partitions among themselves. */
  readonly groupId: string;
  readonly held: HeldRoles;
  readonly index: Pick<MemoryIndex, 'marks'>;
  /** Where this process answers, once it does. */
  readonly address: () => string;
}

const PROGRESS_EVERY_MS = 5_000;

/** A process that listens on every address is reached by the name of its machine. */
const reachable = (address: string): string => address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, hostname());

/** The partitions of the log that this process has a role of. */
export function createShare({ config, logger, metrics, scheduler }: ServiceBase, options: ShareOptions): Component {
  const { role, topic, groupId, held: roles, index, address } = options;
  const held = new Map<number, number>();
  let group: PartitionGroup | undefined;
  let timer: { cancel(): void } | undefined;
  const sayProgress = createProgress({
    held,
    marks: (partition) => index.marks(partition),
    mark: role === 'embed' ? 'embedded' : 'folded',
    commit: async (...position) => (await group?.commit(...position)) ?? false,
  });
  return {
    name: `share-${role}`,
    start: async () => {
      group = await joinPartitionGroup({
        kafka: kafkaOf(config, logger).kafka,
        topic,
        groupId,
        owner: {
          take: async (partition, epoch) => {
            await roles.take(partition, role);
            held.set(partition, epoch);
          },
          release: async (partition) => {
            held.delete(partition);
            await roles.release(partition, role);
          },
        },
        address: config.serviceAdvertisedAddress ?? reachable(address()),
        onFailure: (error) => logger.error({ role, err: error }, 'a share of the partitions could not be taken'),
        shown: { metrics, role },
      });
      timer = scheduler.every(PROGRESS_EVERY_MS, () =>
        sayProgress().catch((error: unknown) => logger.debug({ role, err: error }, 'how far partitions have come could not be said')),
      );
    },
    stop: async () => {
      timer?.cancel();
      await group?.leave();
    },
    health: () =>
      group ? { ready: true, detail: `ok; ${group.owned().length} partitions` } : { ready: false, detail: 'not in the group yet' },
  };
}
