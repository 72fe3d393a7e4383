import type { LedgerEntry, NewLedgerEntry } from '@total-recall/domain';

/** Bounds of one call; above them `batch_too_large`. */
export const LEDGER_LIMITS = { batch: 256, page: 1_000 } as const;

/**
 * What was decided about the memory of tenants, in order, for ever: erasures, and what consolidation makes of a space.
 *
 * - A partition has one owner at a time. Who takes it over gets a higher epoch, and whoever owned it before can append no more: what he still
 *   tries is refused with `unavailable` and changes nothing, however late it comes.
 * - Entries of a partition are numbered 1, 2, 3 ... without a gap. An owner names the number of the last entry he has seen; where another stands
 *   behind it by now, the append is refused in the same way, and he reads on before he decides again.
 * - An append is taken whole or not at all, and is durable when it resolves. An entry whose id is there is success and is not written again.
 * - Nothing is ever changed or removed. Entries hold ids, names and counts, never content and never the name of a data subject.
 * - Close: refuses with `closed` from then on.
 */
export interface Ledger {
  readonly partitions: number;
  /** Decisions of a space stand in one partition, and so do those that concern a whole tenant. */
  partitionOf(tenant: string, space?: string): number;
  own(partition: number): Promise<LedgerShare>;
  /** Entries behind this number, in order, at most `limit` (1..1000). */
  read(partition: number, afterSequence: number, limit: number): Promise<LedgerEntry[]>;
  close(): Promise<void>;
}

/** The right to append to a partition. */
export interface LedgerShare {
  readonly partition: number;
  readonly epoch: number;
  /** The entries as they stand, those that were there already too. */
  append(afterSequence: number, entries: readonly NewLedgerEntry[]): Promise<LedgerEntry[]>;
}
