import type { ErasureCounts, EventKind, RetentionRule, Withheld } from '@total-recall/domain';

/** Number of events of each kind. */
export type CountsByKind = Readonly<Partial<Record<EventKind, number>>>;

/** Events of a space that the next retention sweep would erase. */
export interface ExpiredInSpace {
  readonly space: string;
  /** Rules in force: those of the tenant and those of the space. */
  readonly rules: { readonly tenant: readonly RetentionRule[]; readonly space: readonly RetentionRule[] };
  readonly counts: ErasureCounts;
  readonly kinds: CountsByKind;
  /** Sessions erased whole, at most 1,000. */
  readonly sessions: readonly string[];
  /** Events in sessions that remain, at most 1,000. */
  readonly eventIds: readonly string[];
  readonly held?: Withheld & { readonly kinds: CountsByKind; readonly eventIds: readonly string[] };
  /**
   * Sessions that have lost as many events as they can lose one by one. Their expired events are erased later, with the
   * whole session.
   */
  readonly waiting: readonly string[];
  /** True when more has expired than one sweep takes; the rest is left to the next one. */
  readonly hasMore: boolean;
}

/**
 * Erases events that are past their age by the policy of their tenant and space, on a timer. Each sweep of a space is
 * an erasure with a ledger entry and a certificate. Events under a legal hold stay.
 */
export interface Retention {
  /**
   * Returns what the next sweep would erase, for one space or for all that have rules. Changes nothing. Errors:
   * `not_caught_up`.
   */
  expired(tenant: string, space?: string): Promise<ExpiredInSpace[]>;
  /**
   * Sweeps until nothing that may be erased is left, or `isOver` returns true between two steps. Returns the number of
   * erased events. Called by the timer and by tests.
   */
  sweep(isOver?: () => boolean): Promise<number>;
}
