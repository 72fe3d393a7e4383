import type { LogRecord } from '@total-recall/ports';

/** What a read from the broker brings. */
export interface ReadRun {
  readonly records: readonly LogRecord[];
  readonly next: number;
}

export interface PartitionTailOptions {
  /** Waits for records at or after an offset for a while; answers none where none came. */
  readonly fetch: (from: number, signal: AbortSignal) => Promise<ReadRun>;
  /** Where to begin; asked again until it is answered. */
  readonly start: () => Promise<number>;
  readonly onRecords: (from: number, run: ReadRun) => void;
  /** Told of each failure; it goes on by itself. */
  readonly onFailure: (error: unknown) => void;
  readonly pause: (attempt: number, signal: AbortSignal) => Promise<void>;
}

/** Reads what is appended to one partition, by whichever process, for as long as the log is open. */
export interface PartitionTail {
  /** Offset that it has not come to yet; undefined until it knows where it is. */
  next(): number | undefined;
  /** Resolves to whether all records up to `offset` have been read, within `waitMs`. */
  reached(offset: number, waitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export function startPartitionTail(options: PartitionTailOptions): PartitionTail {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting = new Set<{ readonly offset: number; readonly end: (reached: boolean) => void }>();
  let next: number | undefined;
  let failures = 0;

  const step = async (): Promise<void> => {
    if (next === undefined) {
      next = await options.start();
      options.onRecords(next, { records: [], next });
    } else {
      const from = next;
      const run = await options.fetch(from, signal);
      if (run.next > from) {
        next = run.next;
        options.onRecords(from, run);
      }
    }
    for (const { offset, end } of waiting) if (offset < next) end(true);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await step();
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        options.onFailure(error);
        await options.pause(++failures, signal).catch(() => undefined);
      }
    }
  };
  const done = run();
  return {
    next: () => next,
    reached: (offset, waitMs) =>
      new Promise((resolve) => {
        if (signal.aborted || (next !== undefined && offset < next)) return resolve(!signal.aborted);
        const entry = {
          offset,
          end: (reached: boolean) => {
            clearTimeout(timer);
            waiting.delete(entry);
            resolve(reached);
          },
        };
        const timer = setTimeout(() => entry.end(false), waitMs);
        waiting.add(entry);
      }),
    stop: () => {
      closing.abort();
      for (const { end } of waiting) end(false);
      return done;
    },
  };
}
