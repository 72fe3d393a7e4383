import { createSystemRandom, createSystemScheduler, forEver, runLoop } from '@total-recall/runtime';

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

const BACK_OFF = forEver(50, 1_000);

export function startPartitionTail<Item>(options: PartitionTailOptions<Item>): PartitionTail {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting = new Set<{ readonly offset: number; readonly end: (reached: boolean) => void }>();
  let next: number | undefined;

  const step = async (): Promise<'again'> => {
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
    return 'again';
  };
  const done = runLoop(step, environment(), { signal, policy: BACK_OFF, failed: options.onFailure });
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
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): Promise<T | undefined> {
  let result: T | undefined;
  const turn = async (): Promise<'done'> => {
    result = await run();
    return 'done';
  };
  await runLoop(turn, environment(), { signal, policy: BACK_OFF, failed: onFailure });
  return result;
}

const environment = () => ({ scheduler: createSystemScheduler(), random: createSystemRandom() });
