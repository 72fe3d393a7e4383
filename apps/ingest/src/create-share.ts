import { createPartitionGauges, createPartitionShare, type ServiceProcess } from '@total-recall/composition/cluster';
import type { Marks } from '@total-recall/domain';
import type { IngestRole } from '@total-recall/ingest';
import type { MemoryIndex } from '@total-recall/ports';
import type { Component, IngestConfig } from '@total-recall/runtime';
import { createProgress } from './commit-progress.ts';
import type { PartitionRoles } from './partition-roles.ts';

export interface ShareOptions {
  readonly role: IngestRole;
  readonly topic: string;
  /** Consumer group in which the processes with this role share the partitions. */
  readonly groupId: string;
  readonly held: PartitionRoles;
  readonly index: Pick<MemoryIndex, 'marks'>;
  /** Address at which this process answers. */
  readonly address: string;
}

/** Creates the component that holds the partitions of the log for one role. */
export function createShare(
  service: ServiceProcess<IngestConfig>,
  { role, topic, groupId, held: roles, index, address }: ShareOptions,
): Component {
  const { logger, metrics } = service;
  const gauges = createPartitionGauges(metrics, role);
  return createPartitionShare(service, {
    name: `share-${role}`,
    role,
    topic,
    groupId,
    address,
    owner: {
      take: (partition) => roles.take(partition, role),
      release: async (partition) => {
        await roles.release(partition, role);
        gauges.forget(partition);
      },
    },
    progress: (held, commit) => {
      const marks = async (partition: number): Promise<Marks> => {
        const read = await index.marks(partition);
        if (held.has(partition)) gauges.show(partition, read);
        return read;
      };
      return createProgress({ held, marks, mark: role === 'embed' ? 'embedded' : 'folded', commit });
    },
    onFailure: (error) => logger.error({ role, err: error }, 'a share of the partitions could not be taken'),
    onProgressFailure: (error) => logger.debug({ role, err: error }, 'how far partitions have come could not be said'),
    describe: (held, owned) => `${held} of ${owned} partitions`,
  });
}
