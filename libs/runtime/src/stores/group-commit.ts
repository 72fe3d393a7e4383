import type { NewLogRecord } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

/** One call of `append` that waits for its commit. */
export interface WaitingAppend<Item = NewLogRecord> {
  readonly partition: number;
  readonly records: readonly Item[];
  readonly bytes: number;
  readonly resolve: (firstOffset: number) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommitOptions<Item = NewLogRecord> {
  /** Writes a group in one transaction. Resolves to the first offset of each append once they are on disk. */
  readonly commit: (group: readonly WaitingAppend<Item>[]) => Promise<number[]>;
  /** Called after a commit, before its appends resolve. */
  readonly onCommitted: (group: readonly WaitingAppend<Item>[], firstOffsets: readonly number[]) => void;
  readonly maxGroupRecords: number;
  readonly maxGroupBytes: number;
  readonly maxWaitingBytes: number;
  /** Called with the size of the queue whenever it changes. */
  readonly onWaiting?: (waiting: { readonly records: number; readonly bytes: number }) => void;
}

export interface GroupCommit<Item = NewLogRecord> {
  /** Resolves to the offset of the first record. Errors: `unavailable` if the queue is full, or those of the commit. */
  append(partition: number, records: readonly Item[], bytes: number): Promise<number>;
  /** Resolves when the queue is empty. */
  drained(): Promise<void>;
}

/**
 * Creates a queue with one commit at a time. All appends during a commit go into the next one, so that one
 * fsync serves many callers.
 */
export function createGroupCommit<Item = NewLogRecord>(options: GroupCommitOptions<Item>): GroupCommit<Item> {
  const { maxGroupRecords, maxGroupBytes, maxWaitingBytes, onWaiting } = options;
  let waiting: WaitingAppend<Item>[] = [];
  let waitingBytes = 0;
  let waitingRecords = 0;
  let running: Promise<void> | undefined;

  const count = (records: number, bytes: number): void => {
    waitingRecords += records;
    waitingBytes += bytes;
    onWaiting?.({ records: waitingRecords, bytes: waitingBytes });
  };
  const takeGroup = (): WaitingAppend<Item>[] => {
    let records = 0;
    let bytes = 0;
    const end = waiting.findIndex((append, index) => {
      records += append.records.length;
      bytes += append.bytes;
      return index > 0 && (records > maxGroupRecords || bytes > maxGroupBytes);
    });
    const group = end === -1 ? waiting : waiting.slice(0, end);
    waiting = end === -1 ? [] : waiting.slice(end);
    for (const append of group) count(-append.records.length, -append.bytes);
    return group;
  };
  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = takeGroup();
      try {
        const firsts = await options.commit(group);
        options.onCommitted(group, firsts);
        group.forEach((append, index) => append.resolve(firsts[index]!));
      } catch (error) {
        for (const append of group) append.reject(error);
      }
    }
    running = undefined;
  };
  return {
    append: (partition, records, bytes) =>
      new Promise<number>((resolve, reject) => {
        // A batch larger than the limit is accepted when the queue is empty.
        if (waitingBytes > 0 && waitingBytes + bytes > maxWaitingBytes) {
          return reject(
            new TotalRecallError('unavailable', 'The log has too much waiting to be written; try again.', { retryAfterMs: 250 }),
          );
        }
        waiting.push({ partition, records, bytes, resolve, reject });
        count(records.length, bytes);
        // All appends of this turn of the event loop share the first commit too.
        running ??= Promise.resolve().then(commitAll);
      }),
    drained: async () => {
      while (running) await running;
    },
  };
}
