import { createPartitionShare, type ServiceProcess } from '@total-recall/composition/cluster';
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
  const { logger } = service;
  return createPartitionShare(service, {
    name: `share-${role}`,
    role,
    topic,
    groupId,
    address,
    owner: { take: (partition) => roles.take(partition, role), release: (partition) => roles.release(partition, role) },
    progress: (held, commit) =>
      createProgress({ held, marks: (partition) => index.marks(partition), mark: role === 'embed' ? 'embedded' : 'folded', commit }),
    onFailure: (error) => logger.error({ role, err: error }, 'a share of the partitions could not be taken'),
    onProgressFailure: (error) => logger.debug({ role, err: error }, 'how far partitions have come could not be said'),
    describe: (_held, owned) => `${owned} partitions`,
  });
}
