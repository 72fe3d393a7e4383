import { hostname } from 'node:os';
import { joinPartitionGroup, type KafkaLedger, type PartitionGroup } from '@total-recall/adapter-kafka';
import { kafkaOf, type ServiceBase } from '@total-recall/composition';
import type { Component } from '@total-recall/runtime';

export interface ShareOptions {
  readonly topic: string;
  readonly groupId: string;
  readonly ledger: Pick<KafkaLedger, 'nextOffset'>;
  readonly eraser: { take(partition: number): Promise<void>; release(partition: number): Promise<void> };
  /** Where this process answers, once it does. */
  readonly address: () => string;
}

const PROGRESS_EVERY_MS = 5_000;

/** A process that listens on every address is reached by the name of its machine. */
const reachable = (address: string): string => address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, hostname());

/** The partitions of the ledger that this process owns, which is the right to decide about the tenants in them. Source: architecture §3, consolidation. */
export function createShare({ config, logger, metrics, scheduler }: ServiceBase, options: ShareOptions): Component {
  const { topic, groupId, ledger, eraser, address } = options;
  const held = new Map<number, number>();
  let group: PartitionGroup | undefined;
  let timer: { cancel(): void } | undefined;
  const sayProgress = async (): Promise<void> => {
    for (const [partition, epoch] of held) await group?.commit(partition, epoch, await ledger.nextOffset(partition));
  };
  return {
    name: 'partitions',
    start: async () => {
      group = await joinPartitionGroup({
        kafka: kafkaOf(config, logger).kafka,
        topic,
        groupId,
        owner: {
          take: async (partition, epoch) => {
            await eraser.take(partition);
            held.set(partition, epoch);
          },
          release: async (partition) => {
            held.delete(partition);
            await eraser.release(partition);
          },
        },
        address: config.serviceAdvertisedAddress ?? reachable(address()),
        onFailure: (error) => logger.error({ err: error }, 'a share of the ledger could not be taken'),
        shown: { metrics, role: 'consolidate' },
      });
      timer = scheduler.every(PROGRESS_EVERY_MS, () =>
        sayProgress().catch((error: unknown) => logger.debug({ err: error }, 'how far the ledger has been read could not be said')),
      );
    },
    stop: async () => {
      timer?.cancel();
      await group?.leave();
    },
    health: () =>
      group
        ? { ready: true, detail: `ok; ${held.size} of ${group.owned().length} partitions` }
        : { ready: false, detail: 'not in the group yet' },
  };
}
