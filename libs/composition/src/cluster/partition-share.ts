import { hostname } from 'node:os';
import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import type { Component, RetrieverConfig } from '@total-recall/runtime';
import { kafkaSettings } from './connections.ts';
import { createHeldPartitions, type TakenPartitions } from './held-partitions.ts';
import type { ServiceProcess } from './run-service.ts';

type Commit = PartitionGroup['commit'];

export interface PartitionShareOptions {
  readonly name: string;
  /** Label of the metrics that count the partitions, and those that are held. */
  readonly role: string;
  readonly topic: string;
  /** Name of the consumer group whose processes share the partitions. */
  readonly groupId: string;
  readonly owner: TakenPartitions;
  /** Address at which this process listens. */
  readonly address: string;
  /**
   * Called once, with the held partitions and the epoch of each. The function it returns runs every five seconds and
   * commits how far each partition has come.
   */
  readonly progress: (held: ReadonlyMap<number, number>, commit: Commit) => () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onProgressFailure: (error: unknown) => void;
  /** Describes a process in the group, for its health. */
  readonly describe: (held: number, owned: number) => string;
}

const PROGRESS_EVERY_MS = 5_000;

/** Replaces a wildcard listen address with the host name, which other processes can reach. */
const reachable = (address: string): string => address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, hostname());

/** Joins a consumer group, takes the partitions of a topic that it is given, and reports progress. */
export function createPartitionShare(
  { config, logger, metrics, scheduler }: ServiceProcess<RetrieverConfig>,
  options: PartitionShareOptions,
): Component {
  const { name, role, topic, groupId, owner, address, progress, onFailure, onProgressFailure, describe } = options;
  const { held, take, release } = createHeldPartitions({ metrics, role, partitions: config.partitions, owner });
  let group: PartitionGroup | undefined;
  let timer: { cancel(): void } | undefined;
  const sayProgress = progress(held, async (...position) => (await group?.commit(...position)) ?? false);
  return {
    name,
    start: async () => {
      group = await joinPartitionGroup({
        kafka: kafkaSettings(config, logger).kafka,
        topic,
        groupId,
        owner: { take, release },
        address: config.serviceAdvertisedAddress ?? reachable(address),
        onFailure,
      });
      timer = scheduler.every(PROGRESS_EVERY_MS, () => sayProgress().catch(onProgressFailure));
    },
    stop: async () => {
      timer?.cancel();
      await group?.leave();
    },
    health: () =>
      group
        ? { ready: true, detail: `ok; ${describe(held.size, group.owned().length)}` }
        : { ready: false, detail: 'not in the group yet' },
  };
}
