import type { Marks } from '@total-recall/domain';
import type { Clock, EventLog } from '@total-recall/ports';

export interface FillLooksDeps {
  readonly log: Pick<EventLog, 'end' | 'partitions'>;
  /** Of the generation that is filled. */
  readonly marks: (partition: number) => Promise<Marks>;
  /** Of the one that is read. */
  readonly marksRead: (partition: number) => Promise<Marks>;
  readonly hasVectors: boolean;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

export interface FillLook {
  /** Records of the log that the generation holds, with their vectors where it is to have any, and of how many. */
  readonly filled: number;
  readonly records: number;
  /** Whether it holds what the log held a second ago, and as many vectors as the one that is read did: whatever is appended meanwhile, it is as good. */
  readonly isFull: boolean;
}

interface Seen {
  readonly atMs: number;
  readonly partitions: readonly { readonly end: number; readonly embeddedBefore: number | undefined }[];
}

const SETTLED_MS = 1_000;

/** How far a generation has come that is filled beside the one that is read. Errors: those of the stores. */
export function createFillLooks({ log, marks, marksRead, hasVectors, clock }: FillLooksDeps): () => Promise<FillLook> {
  const seen: Seen[] = [];
  return async () => {
    const atMs = clock.monotonicMs();
    const partitions = await Promise.all(
      Array.from({ length: log.partitions }, async (_, partition) => {
        const { searchable, embedded = -1 } = await marks(partition);
        // One that is damaged or lost is nothing to be as good as.
        const read = hasVectors ? await marksRead(partition).catch(() => undefined) : undefined;
        return { searchable, embedded, end: await log.end(partition), embeddedBefore: read?.embedded };
      }),
    );
    const goal = seen.findLast((before) => before.atMs <= atMs - SETTLED_MS);
    if (goal) seen.splice(0, seen.indexOf(goal));
    seen.push({ atMs, partitions });
    const isFull = partitions.every(({ searchable, embedded }, at) => {
      if (!goal) return false;
      const { end, embeddedBefore = end } = goal.partitions[at]!;
      return searchable >= end && (!hasVectors || embedded >= Math.min(end, embeddedBefore));
    });
    const heldOf = ({ searchable, embedded }: (typeof partitions)[number]): number =>
      hasVectors ? Math.min(searchable, embedded) : searchable;
    return {
      filled: partitions.reduce((sum, partition) => sum + heldOf(partition) + 1, 0),
      records: partitions.reduce((sum, { end }) => sum + end + 1, 0),
      isFull,
    };
  };
}
