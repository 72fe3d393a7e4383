import { hostname } from 'node:os';
import { joinPartitionGroup, type PartitionGroup } from '@total-recall/adapter-kafka';
import type { Component } from '@total-recall/runtime';
import { kafkaOf } from './connections.ts';
import type { ServiceBase } from './start-service.ts';

type Commit = PartitionGroup['commit'];

export interface PartitionShareOptions {
  readonly name: string;
  /** For the metric of partitions that are owned. */
  readonly role: string;
  readonly topic: string;
  /** Processes of one group share the partitions among themselves. */
  readonly groupId: string;
  readonly owner: { take(partition: number): Promise<void>; release(partition: number): Promise<void> };
  /** Where this process answers, once it does. */
  readonly address: () => string;
  /** Made once, of the partitions that are held with the epoch of each, and called every few seconds: says how far they have come. */
  readonly progress: (held: ReadonlyMap<number, number>, commit: Commit) => () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onProgressFailure: (error: unknown) => void;
  /** Of a process that is in the group. */
  readonly describe: (held: number, owned: number) => string;
}

const PROGRESS_EVERY_MS = 5_000;

/** A process that listens on every address is reached by the name of its machine. */
const reachable = (address: string): string => address.replace(/^(?:0\.0\.0\.0|\[::\])(?=:\d+$)/, hostname());

/** The partitions of a topic that this process has, as one of a group. */
export function createPartitionShare({ config, logger, metrics, scheduler }: ServiceBase, options: PartitionShareOptions): Component {
  const { name, role, topic, groupId, owner, address, progress, onFailure, onProgressFailure, describe } = options;
  const held = new Map<number, number>();
  let group: PartitionGroup | undefined;
  let timer: { cancel(): void } | undefined;
  const sayProgress = progress(held, async (...position) => (await group?.commit(...position)) ?? false);
  return {
    name,
    start: async () => {
      group = await joinPartitionGroup({
        kafka: kafkaOf(config, logger).kafka,
        topic,
        groupId,
        owner: {
          take: async (partition, epoch) => {
            await owner.take(partition);
            held.set(partition, epoch);
          },
          release: async (partition) => {
            held.delete(partition);
            await owner.release(partition);
          },
        },
        address: config.serviceAdvertisedAddress ?? reachable(address()),
        onFailure,
        shown: { metrics, role },
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
