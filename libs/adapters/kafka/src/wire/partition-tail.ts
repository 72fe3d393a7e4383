import { createSystemRandom, createSystemScheduler, forEver, runLoop } from '@total-recall/runtime';
import { LostEnd } from './lost-end.ts';

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
  /** Called for each failure; the tail continues by itself, but not behind a lost end. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Reads everything appended to one partition, by any process, while the log is open. It ends where the partition has lost
 * its end: once that has grown again, the offsets which it had read hold other records, and it would pass over them.
 */
export interface PartitionTail {
  /** Returns the next offset to read; undefined before the start is known. */
  next(): number | undefined;
  /** Returns the error where the partition has lost its end; undefined where it has not. */
  lost(): LostEnd | undefined;
  /** Resolves to true once all records up to `offset` have been read, to false after `waitMs` or where the end is lost. */
  reached(offset: number, waitMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

const BACK_OFF = forEver(50, 1_000);

export function startPartitionTail<Item>(options: PartitionTailOptions<Item>): PartitionTail {
  const closing = new AbortController();
  const { signal } = closing;
  const waiting = new Set<{ readonly offset: number; readonly end: (reached: boolean) => void }>();
  let next: number | undefined;
  let lost: LostEnd | undefined;

  const end = (): void => {
    closing.abort();
    for (const entry of waiting) entry.end(false);
  };
  const failed = (error: unknown): void => {
    options.onFailure(error);
    if (!(error instanceof LostEnd)) return;
    lost = error;
    end();
  };
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
    for (const { offset, end: answer } of waiting) if (offset < next) answer(true);
    return 'again';
  };
  const done = runLoop(step, environment(), { signal, policy: BACK_OFF, failed });
  return {
    next: () => next,
    lost: () => lost,
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
      end();
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
