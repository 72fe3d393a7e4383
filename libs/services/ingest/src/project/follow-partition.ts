import type { Marks } from '@total-recall/domain';
import type { LogRecord, LogSubscription } from '@total-recall/ports';
import { backoffMs, DEFAULT_RETRY, TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Follows the log of one partition from its marks on. */
export interface PartitionFollower {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the error that ended it; undefined while it runs. */
  failure(): unknown;
}

interface FollowOptions {
  readonly maxRecords: number;
  /** Called with the saved progress of the partition, at the start and after each failure. */
  resumed(saved: Pick<Marks, 'folded' | 'searchable'>): Promise<void>;
  onBatch(records: LogRecord[]): Promise<void>;
}

function isRetriable(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'unavailable' || error.code === 'not_caught_up');
}

export type FollowDeps = Pick<IngestDeps, 'log' | 'index' | 'scheduler' | 'observer'>;

/**
 * Creates the follower. After a retriable error it continues from the saved marks, with growing pauses,
 * without a limit on retries.
 */
export function createPartitionFollower(deps: FollowDeps, partition: number, options: FollowOptions): PartitionFollower {
  let stopped = false;
  let subscription: LogSubscription | undefined;
  let failure: unknown;
  let isThroughOne = false;

  async function follow(attempt: number): Promise<void> {
    const { folded, searchable } = await deps.index.marks(partition);
    if (stopped) return;
    await options.resumed({ folded, searchable });
    if (stopped) return;
    isThroughOne = false;
    const onBatch = async (records: LogRecord[]): Promise<void> => {
      await options.onBatch(records);
      isThroughOne = true;
    };
    subscription = deps.log.follow(partition, folded + 1, onBatch, { maxRecords: options.maxRecords });
    void watch(subscription, attempt);
  }

  async function watch({ done }: LogSubscription, attempt: number): Promise<void> {
    try {
      await done;
    } catch (error) {
      deps.observer.failed('projector', error);
      if (stopped || !isRetriable(error)) failure = error;
      else await resume(isThroughOne ? 1 : attempt + 1);
    }
  }

  async function resume(first: number): Promise<void> {
    for (let attempt = first; ; attempt++) {
      await deps.scheduler.delay(backoffMs(DEFAULT_RETRY, attempt, 1));
      if (stopped) return;
      try {
        return await follow(attempt);
      } catch (error) {
        deps.observer.failed('projector', error);
        if (!isRetriable(error)) return void (failure = error);
      }
    }
  }

  return {
    start: () => follow(0),
    async stop() {
      stopped = true;
      await subscription?.stop();
    },
    failure: () => failure,
  };
}
