import type { LogRecord, LogSubscription } from '@total-recall/ports';

export interface FollowRecordsOptions {
  readonly fromOffset: number;
  /** Records of one batch at most. */
  readonly maxRecords: number;
  readonly read: (fromOffset: number, limit: number) => Promise<LogRecord[]>;
  readonly onBatch: (records: LogRecord[]) => Promise<void>;
}

export interface FollowedRecords extends LogSubscription {
  /** To be called after every commit to the partition; never blocks. */
  wake(): void;
}

/**
 * The loop behind `EventLog.follow` of logs that learn of their own commits: reads on until the end, then sleeps until woken.
 * A wake during a read makes it read once more, so that nothing is missed; the next offset follows the last record, so that
 * nothing comes twice.
 */
export function followRecords(options: FollowRecordsOptions): FollowedRecords {
  const { maxRecords, read, onBatch } = options;
  let next = options.fromOffset;
  let stopped = false;
  let woken = false;
  let rouse: (() => void) | undefined;

  const wake = (): void => {
    woken = true;
    rouse?.();
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      woken = false;
      const records = await read(next, maxRecords);
      if (stopped) return;
      if (records.length > 0) {
        await onBatch(records);
        next = records.at(-1)!.position.offset + 1;
      } else if (!woken) {
        await new Promise<void>((resolve) => (rouse = resolve));
        rouse = undefined;
      }
    }
  };
  const done = run();
  return {
    done,
    wake,
    stop: () => {
      stopped = true;
      wake();
      return done.catch(() => undefined);
    },
  };
}
