import type { LedgerEntry, NewLedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createSerialQueue } from '../parallel/in-turn.ts';

/** Takes entries of a partition in order. An append resolves after its entries were taken. */
export type LedgerFollower = (entries: readonly LedgerEntry[]) => void | Promise<void>;

/** A partition of the ledger that this process owns, for everything in the process that decides there. */
export interface OwnedPartition {
  readonly partition: number;
  /**
   * Gives a follower every entry after this number, 0 for all, and then each that is appended. Resolves at the end of
   * the ledger.
   */
  follow(follower: LedgerFollower, afterSequence?: number): Promise<void>;
  /**
   * Appends entries, all or none; durable when it resolves to true. `isStill` is called when no other entry can come in
   * between; if it returns false, nothing is written and the result is false. Errors: `unavailable` if another process
   * owns the partition now, or if it is unknown whether the entries were written; `batch_too_large`.
   */
  append(entries: readonly NewLedgerEntry[], isStill?: () => boolean): Promise<boolean>;
}

/**
 * Claims a partition of the ledger, and again where another process has claimed it meanwhile though it is held here.
 * Everything in the process that appends to it must share the result. Errors: `unavailable` where it is not held any more.
 */
export async function ownLedgerPartition(
  ledger: Pick<Ledger, 'own' | 'read'>,
  partition: number,
  isHeld = (): boolean => true,
): Promise<OwnedPartition> {
  const inTurn = createSerialQueue();
  const followers: LedgerFollower[] = [];
  // A partition may take minutes to open, and who claims it late takes it from its owner.
  await ledger.read(partition, 0, 1);
  if (!isHeld()) throw new TotalRecallError('unavailable', 'This part of the ledger was given to another process.');
  let share = await ledger.own(partition);
  let last = 0;
  const give = async (entries: readonly LedgerEntry[]): Promise<void> => {
    last = entries.at(-1)?.sequence ?? last;
    for (const follower of followers) await follower(entries);
  };
  /** Reads on to the end, and returns the ids of what it read. */
  const readOn = async (): Promise<string[]> => {
    for (const read: string[] = []; ;) {
      const page = await ledger.read(partition, last, LEDGER_LIMITS.page);
      await give(page);
      read.push(...page.map(({ id }) => id));
      if (page.length < LEDGER_LIMITS.page) return read;
    }
  };
  await readOn();
  return {
    partition,
    follow: (follower, afterSequence = 0) =>
      inTurn(async () => {
        for (let after = afterSequence; after < last;) {
          const page = await ledger.read(partition, after, LEDGER_LIMITS.page);
          if (page.length === 0) break;
          await follower(page);
          after = page.at(-1)!.sequence;
        }
        followers.push(follower);
      }),
    append: (entries, isStill = () => true) =>
      inTurn(async () => {
        if (!isStill()) return false;
        let stored: LedgerEntry[];
        try {
          stored = await share.append(last, entries);
        } catch (error) {
          // A failed append may still have been written, and the next one must know it.
          const read = new Set(await readOn().catch(() => []));
          if (entries.every(({ id }) => read.has(id))) return true;
          // The caller decides anew, as it knows now what the other process has appended.
          if (share.isOvertaken?.() && isHeld()) share = await ledger.own(partition);
          throw error;
        }
        await give(stored.filter(({ sequence }) => sequence > last));
        return true;
      }),
  };
}

/** Claims partitions once for everything in a process that decides in them. */
export interface LedgerOwner {
  /** Notes until when a partition is this process's to claim; without a note it always is. */
  hold(partition: number, isHeld: () => boolean): void;
  /** Claims the partition at the first call, and returns the same until it is released. */
  own(partition: number): Promise<OwnedPartition>;
  release(partition: number): void;
}

export function createLedgerOwner(ledger: Pick<Ledger, 'own' | 'read'>): LedgerOwner {
  const owned = new Map<number, Promise<OwnedPartition>>();
  const held = new Map<number, () => boolean>();
  return {
    hold: (partition, isHeld) => void held.set(partition, isHeld),
    own(partition) {
      const known = owned.get(partition);
      if (known) return known;
      const claiming = ownLedgerPartition(ledger, partition, held.get(partition)).catch((error: unknown) => {
        // The next taker claims again.
        if (owned.get(partition) === claiming) owned.delete(partition);
        throw error;
      });
      owned.set(partition, claiming);
      return claiming;
    },
    release(partition) {
      owned.delete(partition);
      held.delete(partition);
    },
  };
}
