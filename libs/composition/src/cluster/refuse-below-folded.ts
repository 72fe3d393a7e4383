import { partitionOf, type Position } from '@total-recall/domain';
import type { Clock, EventLog, MemoryIndex, NewLogRecord, Scheduler } from '@total-recall/ports';
import { inTime, TotalRecallError } from '@total-recall/runtime';

export interface FoldedDeps {
  readonly index: Pick<MemoryIndex, 'marks' | 'events'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'delay'>;
}

/** Time for which a mark counts as news. A broker that loses records needs longer to come back and take others. */
export const NEWS_MS = 1_000;
/** Most time that an append waits for an answer of the index. Without one it goes on: appends need the log alone. */
const WAIT_MS = 250;

/**
 * Wraps a log that other processes append to, so that nothing is acknowledged at an offset that the index counts as
 * folded: the projectors would pass over it. Offsets are given away twice where the brokers have lost the end of a
 * partition, and a process that had not heard of that end cannot tell it from the log. It reads the mark of a partition
 * before it appends, once a second, and once more behind an append that took longer. That one may be folded by then: it is
 * acknowledged where the index holds its first record at its offset.
 */
export function refuseBelowFolded(log: EventLog, deps: FoldedDeps): EventLog {
  const parts = new Map<number, PartitionNews>();
  const partOf = (partition: number): PartitionNews => {
    const part = parts.get(partition) ?? followMark(partition, deps);
    parts.set(partition, part);
    return part;
  };
  return {
    ...log,
    append: async (records) => {
      if (records.length === 0) return log.append(records);
      const part = partOf(partitionOf(records[0]!.key, log.partitions));
      const folded = await part.folded();
      if (part.lost) throw part.lost;
      const fromMs = deps.clock.monotonicMs();
      const positions = await log.append(records);
      const first = positions[0]!;
      const { partition, offset } = first;
      if (offset <= folded) throw (part.lost = writtenBelow(partition, offset, folded));
      if (deps.clock.monotonicMs() - fromMs < NEWS_MS || offset > (await part.folded())) return positions;
      if (await isFolded(deps, records[0]!, first)) return positions;
      // Others may have been folded at its offset, or the index does not answer: a repeat of the append tells.
      throw new TotalRecallError('unavailable', 'The append took so long that its outcome is not certain. Send it again.', {
        retryAfterMs: NEWS_MS,
      });
    },
    refusal: () => log.refusal?.() ?? parts.values().find(({ lost }) => lost !== undefined)?.lost,
  };
}

async function isFolded({ index, scheduler }: FoldedDeps, { envelope }: NewLogRecord, { partition, offset }: Position): Promise<boolean> {
  const [found] = (await ifInTime(index.events(envelope.tenant, envelope.space, [envelope.id]), scheduler)) ?? [];
  const position = found?.record.position;
  return position?.partition === partition && position.offset === offset;
}

/** Returns what the index answers, or undefined where it fails or does not answer in time. */
async function ifInTime<T>(answer: Promise<T>, scheduler: FoldedDeps['scheduler']): Promise<T | undefined> {
  const answered = await inTime(answer, { scheduler, ms: WAIT_MS }).catch(() => undefined);
  return answered?.kind === 'done' ? answered.value : undefined;
}

interface PartitionNews {
  lost?: TotalRecallError;
  /** Returns the mark as it was a second ago at most, or the last one where the index does not answer in time. */
  folded(): Promise<number>;
}

function followMark(partition: number, { index, clock, scheduler }: FoldedDeps): PartitionNews {
  let folded = -1;
  let asOfMs = -Infinity;
  let isAsking = false;
  let waiting: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    const fromMs = clock.monotonicMs();
    isAsking = true;
    const marks = await index.marks(partition).catch(() => undefined);
    if (marks) folded = marks.folded;
    asOfMs = fromMs;
    isAsking = false;
  };
  return {
    async folded() {
      // An index that was too late before delays nobody again until it has answered once.
      const mayWait = waiting !== undefined || !isAsking;
      if (clock.monotonicMs() - asOfMs >= NEWS_MS && mayWait)
        await (waiting ??= ifInTime(ask(), scheduler).finally(() => (waiting = undefined)));
      return folded;
    },
  };
}

function writtenBelow(partition: number, offset: number, folded: number): TotalRecallError {
  return new TotalRecallError(
    'unavailable',
    `Partition ${partition} of the log went on at offset ${offset}, and the index holds records of it up to ${folded}: the brokers have lost its end. ` +
      'This process writes no more into it. Put the newest copy of the topics back, or remove the indices of the prefix, and restart the services.',
  );
}
