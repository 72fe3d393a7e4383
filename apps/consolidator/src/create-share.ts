import type { KafkaLedger } from '@total-recall/adapter-kafka';
import { createPartitionShare, type ServiceProcess, type TakenPartitions } from '@total-recall/composition/cluster';
import type { Component, ConsolidatorConfig } from '@total-recall/runtime';

export interface ShareOptions {
  readonly topic: string;
  readonly groupId: string;
  readonly ledger: Pick<KafkaLedger, 'nextOffset'>;
  readonly owner: TakenPartitions;
  /** Address at which this process answers. */
  readonly address: string;
}

/**
 * Creates the component that owns partitions of the ledger. Owning one is the right to decide about the tenants in it.
 * Source: architecture §3, consolidation.
 */
export function createShare(service: ServiceProcess<ConsolidatorConfig>, { ledger, owner, ...group }: ShareOptions): Component {
  const { logger } = service;
  return createPartitionShare(service, {
    ...group,
    name: 'partitions',
    role: 'consolidate',
    owner,
    progress: (held, commit) => async () => {
      for (const [partition, epoch] of held) await commit(partition, epoch, await ledger.nextOffset(partition));
    },
    onFailure: (error) => logger.error({ err: error }, 'a share of the ledger could not be taken'),
    onProgressFailure: (error) => logger.debug({ err: error }, 'how far the ledger has been read could not be said'),
    describe: (held, owned) => `${held} of ${owned} partitions`,
  });
}
