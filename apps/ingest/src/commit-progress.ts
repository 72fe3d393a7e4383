import type { Marks } from '@total-recall/domain';

export interface ProgressOptions {
  /** Partitions that this process holds, with the epoch of each. */
  readonly held: ReadonlyMap<number, number>;
  readonly marks: (partition: number) => Promise<Marks>;
  readonly mark: 'folded' | 'embedded';
  readonly commit: (partition: number, epoch: number, nextOffset: number) => Promise<boolean>;
}

/**
 * Commits the progress of the partitions to the consumer group, when it has changed. It only serves tools that watch
 * lag and scale by it: whoever takes over a partition starts from the marks and never from these offsets.
 */
export function createProgress({ held, marks, mark, commit }: ProgressOptions): () => Promise<void> {
  const said = new Map<number, string>();
  return async () => {
    for (const partition of said.keys()) if (!held.has(partition)) said.delete(partition);
    for (const [partition, epoch] of held) {
      const nextOffset = ((await marks(partition))[mark] ?? -1) + 1;
      const saying = `${epoch}:${nextOffset}`;
      if (said.get(partition) !== saying && (await commit(partition, epoch, nextOffset))) said.set(partition, saying);
    }
  };
}
