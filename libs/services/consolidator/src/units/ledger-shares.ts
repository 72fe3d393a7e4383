import { createShareWork, TotalRecallError, type OwnedPartition } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { UnitStates } from './unit-states.ts';

/** The partitions of the ledger in which this process decides about facts. */
export interface LedgerShares {
  owns(tenant: string): boolean;
  /** Errors: `unavailable` where this process does not own the tenant's part, or has not folded it. */
  ownedOf(tenant: string): OwnedPartition;
  /** Resolves when all entries of the partition are folded. */
  take(partition: number): Promise<void>;
  release(partition: number): void;
  stop(): void;
}

export function createLedgerShares(
  { ledger, owner, scheduler, random, observer }: Pick<ConsolidatorDeps, 'ledger' | 'owner' | 'scheduler' | 'random' | 'observer'>,
  states: UnitStates,
): LedgerShares {
  const held = new Map<number, OwnedPartition>();
  /** Partitions that were taken and not released. */
  const wanted = new Set<number>();
  /** The following of each partition that counts; an earlier one that failed takes nothing more. */
  const rounds = new Map<number, object>();
  const work = createShareWork({ scheduler, random });

  const follow = async (partition: number, owned: OwnedPartition): Promise<void> => {
    const round = {};
    rounds.set(partition, round);
    const isCurrent = (): boolean => rounds.get(partition) === round;
    states.forget();
    const { follow: fold, after } = await states.follower(partition);
    await owned.follow(async (entries) => {
      if (!isCurrent()) return;
      try {
        await fold(entries);
      } catch (error) {
        // Its units would lack these entries, so they are folded anew from the store before anybody decides on them.
        observer.failed('fold', error);
        rounds.delete(partition);
        states.release(partition);
        if (held.delete(partition)) void followAgain(partition, owned);
      }
    }, after);
    if (!isCurrent()) throw new TotalRecallError('unavailable', 'The ledger could not be folded.');
    await states.save();
    if (isCurrent() && wanted.has(partition)) held.set(partition, owned);
  };
  const followAgain = (partition: number, owned: OwnedPartition): Promise<void> =>
    work.untilDone(
      () => follow(partition, owned),
      () => wanted.has(partition),
    );
  const release = (partition: number): void => {
    wanted.delete(partition);
    rounds.delete(partition);
    held.delete(partition);
  };
  return {
    owns: (tenant) => held.has(ledger.partitionOf(tenant)),
    ownedOf(tenant) {
      const owned = held.get(ledger.partitionOf(tenant));
      if (owned) return owned;
      throw new TotalRecallError('unavailable', 'Facts of this tenant are decided by another process at the moment. Try again.', {
        retryAfterMs: 1_000,
      });
    },
    async take(partition) {
      wanted.add(partition);
      await follow(partition, await owner.own(partition));
    },
    release,
    stop() {
      work.stop();
      for (const partition of wanted) release(partition);
    },
  };
}
