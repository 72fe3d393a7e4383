import type { LedgerEntry, NewLedgerEntry } from '@total-recall/domain';

/** Bounds of one call; above them `batch_too_large`. */
export const LEDGER_LIMITS = { batch: 256, page: 1_000 } as const;

/**
 * Decisions about the memory of tenants, in order and kept for ever: erasures, and what consolidation makes of a space.
 *
 * - A partition has one owner at a time. A new owner gets a higher epoch, which fences the previous one: its later
 *   appends are refused with `unavailable` and change nothing.
 * - Entries of a partition are numbered 1, 2, 3 ... without a gap. An append names the number of the last entry its
 *   owner has seen. If another entry follows that one, the append is refused the same way, and the owner must read on
 *   before it decides again.
 * - An append is taken whole or not at all, and is durable when it resolves. An entry whose id exists already succeeds
 *   and is not written again.
 * - Entries are never changed or removed. They hold ids, names and counts, never content and never the name of a data
 *   subject.
 * - After `close` every call is refused with `closed`.
 */
export interface Ledger {
  readonly partitions: number;
  /** Returns the partition for a space or for a whole tenant. All decisions about one space are in one partition. */
  partitionOf(tenant: string, space?: string): number;
  own(partition: number): Promise<LedgerShare>;
  /** Returns entries after this number, in order, at most `limit` (1..1000). */
  read(partition: number, afterSequence: number, limit: number): Promise<LedgerEntry[]>;
  /**
   * Returns entries of a tenant that name this space or no space at all: those after a number, in order, or those before
   * it, the latest first; at most `limit` (1..1000). It costs what it returns, however long the ledger is.
   */
  readAbout(place: { readonly tenant: string; readonly space: string }, range: LedgerRange, limit: number): Promise<LedgerEntry[]>;
  /** Returns the entry of this id in the tenant's partition; undefined where there is none, or where it is another tenant's. */
  find(tenant: string, id: string): Promise<LedgerEntry | undefined>;
  /**
   * Returns why a partition takes no entries any more until this process is started anew; undefined where all do. Absent
   * in an adapter that has no such state.
   */
  readonly refusal?: () => Error | undefined;
  /**
   * Resolves once every entry that stood in the ledger when it was opened is known to be as it was written. What
   * destroys data waits for it, as an entry that is not may be a hold. Errors: `damaged`, which `refusal` then gives
   * too. Absent in an adapter whose entries are checked before they are read.
   */
  readonly checked?: () => Promise<void>;
  close(): Promise<void>;
}

/** A part of a ledger by the numbers of entries, which it does not include. */
export type LedgerRange = { readonly after: number } | { readonly before: number };

/**
 * Times by which all processes that append know that a session is closed. Each acknowledges an append only if it has
 * read the ledger no more than `freshMs` ago and found the session open; the process that closes one waits for
 * `settledMs` before it reads the log. One of the two then sees the other. The wait is twice as long, as clocks do not
 * go alike.
 */
export const SESSION_CLOSING = { lookMs: 3_000, freshMs: 10_000, settledMs: 20_000 } as const;

/** The ledger as a process reads it that owns none of it, and does not hold it in memory. */
export interface LedgerFeed {
  /**
   * Every entry that stood in the ledger at the call and that no call before gave, in the order of its partition.
   * Errors: `unavailable`, then the next call gives what this one would have; `closed`.
   */
  read(): Promise<LedgerEntry[]>;
  /**
   * Why entries of a tenant, or of any tenant where none is given, are not read any more: the partition lost records that
   * it had acknowledged. `read` gives those of the other partitions. Final until the process is started anew; absent
   * where it cannot happen.
   */
  refusal?(tenant?: string): Error | undefined;
  close(): Promise<void>;
}

/** The right to append to a partition. */
export interface LedgerShare {
  readonly partition: number;
  readonly epoch: number;
  /** Appends and returns the entries as stored, including those that existed already. */
  append(afterSequence: number, entries: readonly NewLedgerEntry[]): Promise<LedgerEntry[]>;
  /** Returns true where the partition is known to have another owner by now. Absent in an adapter of one process. */
  readonly isOvertaken?: () => boolean;
}
