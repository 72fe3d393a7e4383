import type { Marks } from '@total-recall/domain';
import type { Clock, EventLog } from '@total-recall/ports';

export interface FillStatusDeps {
  readonly log: Pick<EventLog, 'end' | 'partitions'>;
  /** Reads the marks of the generation that is being filled. */
  readonly marks: (partition: number) => Promise<Marks>;
  /** Reads the marks of the generation that is being read. */
  readonly marksRead: (partition: number) => Promise<Marks>;
  readonly hasVectors: boolean;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

export interface FillStatus {
  /** Records of the log that the generation holds, with their vectors if it is to have any. `records` is the total. */
  readonly filled: number;
  readonly records: number;
  /**
   * True when it holds what the log held a second ago, and as many vectors as the generation that is read had then. New
   * appends never stop, so it need not hold the latest ones.
   */
  readonly isFull: boolean;
}

interface Seen {
  readonly atMs: number;
  readonly partitions: readonly { readonly end: number; readonly embeddedBefore: number | undefined }[];
}

const SETTLED_MS = 1_000;

/** Returns a function that measures how far the filled generation has come. Errors: those of the stores. */
export function createFillStatus({ log, marks, marksRead, hasVectors, clock }: FillStatusDeps): () => Promise<FillStatus> {
  const seen: Seen[] = [];
  return async () => {
    const atMs = clock.monotonicMs();
    const partitions = await Promise.all(
      Array.from({ length: log.partitions }, async (_, partition) => {
        const { searchable, embedded = -1 } = await marks(partition);
        // If the generation that is read is damaged or lost, its vectors set no goal.
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
