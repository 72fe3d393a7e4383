import { createPartitionShare, type ServiceBase } from '@total-recall/composition';
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

/** The partitions of the log that this process has a role of. */
export function createShare(base: ServiceBase, { role, topic, groupId, held: roles, index, address }: ShareOptions): Component {
  const { logger } = base;
  return createPartitionShare(base, {
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
