import type { EventLog, LogRecord } from '@total-recall/ports';
import { followRecords, TotalRecallError, type FollowedRecords } from '@total-recall/runtime';
import { retryUntilSuccess, type PartitionTail } from '../wire/partition-tail.ts';

export interface FollowerParts {
  readonly tail: PartitionTail;
  /** Reads records at or after an offset, and returns how far it came. */
  readonly read: (fromOffset: number, limit: number) => Promise<{ readonly records: LogRecord[]; readonly next: number }>;
  readonly onFailure: () => void;
  readonly onPassed: (offset: number) => Promise<void>;
}

/**
 * Starts a follower that delivers records from an offset on, for ever. A failed read is retried until it is stopped, and
 * so is one that finds nothing and ends before what the tail has seen: a new leader may not show all of it at once.
 */
export function startFollower(
  { tail, read, onFailure, onPassed }: FollowerParts,
  fromOffset: number,
  maxRecords: number,
  onBatch: Parameters<EventLog['follow']>[2],
): FollowedRecords {
  const stopping = new AbortController();
  let passed = -1;
  const readOn = async (from: number, limit: number): ReturnType<FollowerParts['read']> => {
    const seen = tail.next() ?? 0;
    // The tail wakes a follower for everything after it, so asking the broker as well is unnecessary.
    if (from >= seen) return { records: [], next: from };
    const run = await read(from, limit);
    if (run.records.length === 0 && run.next < seen)
      throw new TotalRecallError('unavailable', `The log was read to offset ${run.next}, but ends at ${seen}.`);
    return run;
  };
  const follower = followRecords({
    fromOffset,
    maxRecords,
    onBatch,
    read: async (from, limit) => {
      const run = await retryUntilSuccess(() => readOn(from, limit), { signal: stopping.signal, onFailure });
      if (!run) return [];
      const last = run.next - 1;
      // Records that were read and are none of ours belong to another program.
      if (run.records.length === 0 && last >= from && last > passed) await onPassed((passed = last));
      return run.records;
    },
  });
  const stop = (): Promise<void> => {
    stopping.abort();
    return follower.stop();
  };
  return { ...follower, stop };
}
