import type { PartitionOwner } from '@total-recall/adapter-kafka';
import type { Metrics } from '@total-recall/observability';

/** The partitions that this process works on in one role; the group may have assigned more, which it has not taken yet. */
export interface HeldPartitions extends PartitionOwner {
  /** The epoch of each. */
  readonly held: ReadonlyMap<number, number>;
}

export interface HeldPartitionsOptions {
  readonly metrics: Pick<Metrics, 'logOwnedPartitions' | 'logPartitions'>;
  /** Label of the metrics. */
  readonly role: string;
  /** Number of partitions that the processes with this role share. */
  readonly partitions: number;
  readonly owner: TakenPartitions;
}

/** Work on the partitions that a process is given. `isHeld` returns false once the group has taken one back. */
export interface TakenPartitions {
  take(partition: number, isHeld: () => boolean): Promise<void>;
  release(partition: number): Promise<void>;
}

/** Counts what an owner has taken, so that a partition whose take fails again and again shows as one that nobody works on. */
export function createHeldPartitions({ metrics, role, partitions, owner }: HeldPartitionsOptions): HeldPartitions {
  const held = new Map<number, number>();
  const show = (): void => metrics.logOwnedPartitions.set({ role }, held.size);
  metrics.logPartitions.set({ role }, partitions);
  show();
  return {
    held,
    take: async (partition, epoch, isHeld) => {
      await owner.take(partition, isHeld);
      held.set(partition, epoch);
      show();
    },
    release: async (partition) => {
      held.delete(partition);
      show();
      await owner.release(partition);
    },
  };
}
