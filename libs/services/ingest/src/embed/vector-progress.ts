import type { IngestDeps } from '../ingest-deps.ts';
import type { EmbedRole } from './embed-role.ts';

/** A projector's view of the vectors of its partition. */
export type VectorProgress = Pick<EmbedRole, 'reachedFrom' | 'isAble' | 'waitFor'>;

const LOOK_MS = 100;

interface SharedVectors {
  readonly partition: number;
  /** Vectors of other models do not count. */
  readonly model: string;
  /** The embed role in this process; undefined if it does not have the partition. */
  readonly role: () => EmbedRole | undefined;
}

/**
 * Tracks the vectors of a partition that any process may embed: the larger of the store's checkpoint for the model and
 * the role in this process. It cannot know that another process has no model; then it waits for the whole time.
 */
export function createVectorProgress(
  { index, scheduler, clock }: Pick<IngestDeps, 'index' | 'scheduler' | 'clock'>,
  { partition, model, role }: SharedVectors,
): VectorProgress {
  let known = -1;
  const read = async (): Promise<void> => {
    known = Math.max(known, (await index.vectors?.progress(partition, model)) ?? -1);
  };
  const reachedFrom = (offset: number): number => Math.max(known, role()?.reachedFrom(offset) ?? -1);
  return {
    reachedFrom,
    isAble: () => role()?.isAble() ?? true,
    async waitFor({ from, to }, timeoutMs) {
      const untilMs = clock.monotonicMs() + timeoutMs;
      while (reachedFrom(from) < to) {
        // A failing store does not extend the wait.
        await read().catch(() => undefined);
        if (reachedFrom(from) >= to) break;
        const leftMs = untilMs - clock.monotonicMs();
        if (leftMs <= 0) return false;
        await scheduler.delay(Math.min(LOOK_MS, leftMs));
      }
      return true;
    },
  };
}
