import type { EventLog, LogSubscription } from '@total-recall/ports';
import type { Health } from '@total-recall/runtime';

export interface LedgerFollower {
  /** Begins with a partition at its first record: what has been decided is known from all of them. */
  take(partition: number, epoch: number): Promise<void>;
  /** Ends with it once the batch under way is through. */
  release(partition: number): Promise<void>;
  /** Records of the partitions taken that are not read yet, as the log says now. */
  behind(): Promise<number>;
  /** Whether every loop turns, and how far behind they are. */
  health(): Promise<Health>;
}

export interface LedgerFollowerDeps {
  readonly ledger: Pick<EventLog, 'follow' | 'end'>;
  /** Says how far a partition has been read, for lag to be seen and scaled on. */
  readonly commit: (partition: number, epoch: number, nextOffset: number) => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

interface Loop {
  next: number;
  failed: boolean;
  readonly subscription: LogSubscription;
}

/** Reads the partitions of the ledger that are this process's share. Nothing is made of the records: the fold comes with the core. */
export function createLedgerFollower({ ledger, commit, onFailure }: LedgerFollowerDeps): LedgerFollower {
  const loops = new Map<number, Loop>();

  function follow(partition: number, epoch: number): Loop {
    const subscription = ledger.follow(partition, 0, async (records) => {
      loop.next = records.at(-1)!.position.offset + 1;
      await commit(partition, epoch, loop.next);
    });
    const loop: Loop = { next: 0, failed: false, subscription };
    subscription.done.catch((error: unknown) => {
      loop.failed = true;
      onFailure(error);
    });
    return loop;
  }

  const behind = async (): Promise<number> => {
    const left = await Promise.all([...loops].map(async ([partition, { next }]) => Math.max(0, (await ledger.end(partition)) + 1 - next)));
    return left.reduce((sum, records) => sum + records, 0);
  };
  return {
    async take(partition, epoch) {
      if (!loops.has(partition)) loops.set(partition, follow(partition, epoch));
    },
    async release(partition) {
      const loop = loops.get(partition);
      loops.delete(partition);
      await loop?.subscription.stop();
    },
    behind,
    async health() {
      const failed = [...loops].filter(([, loop]) => loop.failed).map(([partition]) => partition);
      if (failed.length > 0) return { ready: false, detail: `partition ${failed.join(', ')} of the ledger is not read any more` };
      return { ready: true, detail: `ok; ${loops.size} partitions, ${await behind()} records behind` };
    },
  };
}
