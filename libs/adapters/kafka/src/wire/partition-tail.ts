import { backoffMs, createSystemScheduler } from '@total-recall/runtime';

/** Result of a read from the broker. */
export interface ReadRun<Item> {
  readonly records: readonly Item[];
  readonly next: number;
}

export interface PartitionTailOptions<Item> {
  /** Waits a while for records at or after an offset. Returns none if none came. */
  readonly fetch: (from: number, signal: AbortSignal) => Promise<ReadRun<Item>>;
  /** Returns the first offset to read. Retried until it succeeds. */
  readonly start: () => Promise<number>;
  readonly onRecords: (from: number, run: ReadRun<Item>) => void;
  /** Called for each failure; the tail continues by itself. */
  readonly onFailure: (error: unknown) => void;
}

/** Reads everything appended to one partition, by any process, while the log is open. */
export interface PartitionTail {
  /** Returns the next offset to read; undefined before the start is known. */
  next(): number | undefined;
  /** Resolves to true once all records up to `offset` have been read, to false after `waitMs`. */
  reached(offset: number, waitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

const BACK_OFF = { attempts: 1, firstDelayMs: 50, maxDelayMs: 1_000 };

export function startPartitionTail<Item>(options: PartitionTailOptions<Item>): PartitionTail {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting = new Set<{ readonly offset: number; readonly end: (reached: boolean) => void }>();
  let next: number | undefined;

  const step = async (): Promise<void> => {
    if (next === undefined) {
      const start = await options.start();
      options.onRecords(start, { records: [], next: start });
      next = start;
    } else {
      const from = next;
      const run = await options.fetch(from, signal);
      if (run.next > from) {
        options.onRecords(from, run);
        next = run.next;
      }
    }
    for (const { offset, end } of waiting) if (offset < next) end(true);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) await retryUntilSuccess(step, { signal, onFailure: options.onFailure });
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

/**
 * Repeats an operation with growing delays until it succeeds. Returns undefined when it failed and the signal has
 * fired.
 */
export async function retryUntilSuccess<T>(
  run: () => Promise<T>,
  options: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): Promise<T | undefined> {
  const { signal, onFailure } = options;
  const scheduler = createSystemScheduler();
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (signal.aborted) return undefined;
      onFailure(error);
      await scheduler.delay(backoffMs(BACK_OFF, attempt, 1), signal).catch(() => undefined);
    }
  }
}
