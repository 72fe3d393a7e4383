import type { Marks } from '@total-recall/domain';

export interface ProgressOptions {
  /** The partitions that are held, with the epoch of each. */
  readonly held: ReadonlyMap<number, number>;
  readonly marks: (partition: number) => Promise<Marks>;
  readonly mark: 'folded' | 'embedded';
  readonly commit: (partition: number, epoch: number, nextOffset: number) => Promise<boolean>;
}

/**
 * Says to the group how far its partitions have come, each time it is called and only where that is new: for who looks at lag and scales on it. Whoever
 * takes a partition begins at the marks themselves, never at what is said here.
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
