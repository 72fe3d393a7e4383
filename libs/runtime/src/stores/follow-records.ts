import type { LogRecord, LogSubscription } from '@total-recall/ports';

export interface FollowRecordsOptions {
  readonly fromOffset: number;
  /** Most records of one batch. */
  readonly maxRecords: number;
  readonly read: (fromOffset: number, limit: number) => Promise<LogRecord[]>;
  readonly onBatch: (records: LogRecord[]) => Promise<void>;
}

export interface FollowedRecords extends LogSubscription {
  /** Must be called after every commit to the partition. Never blocks. */
  wake(): void;
}

/**
 * Runs the loop behind `EventLog.follow`, for logs that know of their own commits: reads to the end, then sleeps until
 * woken. A wake during a read causes one more read, so that nothing is missed. The next offset follows the last record,
 * so that nothing comes twice.
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
