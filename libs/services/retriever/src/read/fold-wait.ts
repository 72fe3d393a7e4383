import type { MarkWatcher } from '@total-recall/runtime';

/** Waits for folds, and remembers where a wait was in vain. */
export interface FoldWait {
  /**
   * Returns true once a partition is folded up to an offset, or also found in the index up to there; false after a while,
   * soon where the last wait saw nothing move.
   */
  untilFolded(
    marks: Pick<MarkWatcher, 'marks' | 'waitFor'>,
    partition: number,
    offset: number,
    up?: 'folded' | 'searchable',
  ): Promise<boolean>;
}

/** Wait for a partition that did not move during the last one. */
const SHORT_MS = 200;

export function createFoldWait({ foldTimeoutMs }: { readonly foldTimeoutMs: number }): FoldWait {
  /** Offsets up to which partitions were folded when a wait for them ended in vain. */
  const still = new Map<number, number>();
  return {
    async untilFolded(marks, partition, offset, up = 'folded') {
      const stoodAt = still.get(partition);
      const isStill = stoodAt !== undefined && (await marks.marks(partition)).folded === stoodAt;
      const isFolded = await marks.waitFor(partition, offset, up, isStill ? Math.min(SHORT_MS, foldTimeoutMs) : foldTimeoutMs);
      if (isFolded) still.delete(partition);
      else still.set(partition, (await marks.marks(partition)).folded);
      return isFolded;
    },
  };
}
