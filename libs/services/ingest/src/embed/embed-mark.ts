import type { IngestDeps } from '../ingest-deps.ts';
import type { EmbedRole } from './embed-role.ts';

/** What a projector asks of the vectors of its partition. */
export type EmbedView = Pick<EmbedRole, 'searchable' | 'reachedFrom' | 'isAble' | 'waitFor'>;

const LOOK_MS = 100;

interface EmbedMarkPlace {
  readonly partition: number;
  /** Vectors of another model do not count. */
  readonly model: string;
  /** Of this process, where it has the partition. */
  readonly role: () => EmbedRole | undefined;
}

/**
 * How far the vectors of a partition are where any process may make them: what the store says of the model, or the role of this process, if that is further. A
 * model that cannot be had is not known here: the wait is then as long as it may be.
 */
export function createEmbedMark(
  { index, scheduler, clock }: Pick<IngestDeps, 'index' | 'scheduler' | 'clock'>,
  { partition, model, role }: EmbedMarkPlace,
): EmbedView {
  let known = -1;
  const look = async (): Promise<void> => {
    known = Math.max(known, (await index.vectors?.progress(partition, model)) ?? -1);
  };
  const reachedFrom = (offset: number): number => Math.max(known, role()?.reachedFrom(offset) ?? -1);
  return {
    searchable: (offset) => role()?.searchable(offset),
    reachedFrom,
    isAble: () => role()?.isAble() ?? true,
    async waitFor({ from, to }, timeoutMs) {
      const untilMs = clock.monotonicMs() + timeoutMs;
      while (reachedFrom(from) < to) {
        // A store that is away is no reason to wait longer.
        await look().catch(() => undefined);
        if (reachedFrom(from) >= to) break;
        const leftMs = untilMs - clock.monotonicMs();
        if (leftMs <= 0) return false;
        await scheduler.delay(Math.min(LOOK_MS, leftMs));
      }
      return true;
    },
  };
}
