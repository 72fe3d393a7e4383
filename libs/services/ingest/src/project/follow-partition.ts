import type { Marks } from '@total-recall/domain';
import type { LogRecord, LogSubscription } from '@total-recall/ports';
import { forEver, runLoop, TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

/** Follows the log of one partition from its marks on. */
export interface PartitionFollower {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the error that ended it; undefined while it runs. */
  failure(): unknown;
}

/** Handlers of what comes as the log of a partition is followed. */
export interface FollowHandlers {
  /** Called with the saved progress of the partition, at the start and after each failure. */
  resumed(saved: Pick<Marks, 'folded' | 'searchable'>): Promise<void>;
  onBatch(records: LogRecord[]): Promise<void>;
  /** Called with an offset up to which nothing more of the log's came. */
  onPassed(offset: number): Promise<void>;
}

interface FollowOptions extends FollowHandlers {
  readonly maxRecords: number;
}

function isRetriable(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'unavailable' || error.code === 'not_caught_up');
}

export type FollowDeps = Pick<IngestDeps, 'log' | 'index' | 'scheduler' | 'random' | 'observer'>;

const AGAIN = forEver(50, 5_000);

/**
 * Creates the follower. After a retriable error it continues from the saved marks, with growing pauses,
 * without a limit on retries.
 */
export function createPartitionFollower(deps: FollowDeps, partition: number, options: FollowOptions): PartitionFollower {
  const stopping = new AbortController();
  let subscription: LogSubscription | undefined;
  let failure: unknown;

  /** Subscribes from the saved marks on; resolves to undefined once it is stopped. */
  async function follow(wentWell: () => void): Promise<LogSubscription | undefined> {
    const { folded, searchable } = await deps.index.marks(partition);
    if (stopping.signal.aborted) return undefined;
    await options.resumed({ folded, searchable });
    if (stopping.signal.aborted) return undefined;
    const { maxRecords, onPassed } = options;
    const onBatch = async (records: LogRecord[]): Promise<void> => {
      await options.onBatch(records);
      wentWell();
    };
    return (subscription = deps.log.follow(partition, folded + 1, onBatch, { maxRecords, onPassed }));
  }

  /** Follows until it is stopped. `first` is followed before anything is subscribed anew. */
  async function keepFollowing(first: LogSubscription | undefined): Promise<void> {
    let next = first;
    await runLoop(
      async (wentWell) => {
        const followed = next ?? (await follow(wentWell));
        next = undefined;
        await followed?.done;
        return 'done';
      },
      deps,
      {
        signal: stopping.signal,
        policy: AGAIN,
        retriable: isRetriable,
        failed: (error) => deps.observer.failed('projector', error),
      },
    ).catch((error: unknown) => void (failure = error));
  }

  return {
    async start() {
      void keepFollowing(await follow(() => undefined));
    },
    async stop() {
      stopping.abort();
      await subscription?.stop();
    },
    failure: () => failure,
  };
}
