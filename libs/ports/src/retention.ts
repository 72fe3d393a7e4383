import type { ErasureCounts, RetentionRule, Withheld } from '@total-recall/domain';
import type { CountsByKind } from './eraser.ts';

/** What retention would take of a space now. */
export interface ExpiredInSpace {
  readonly space: string;
  /** In force here: of the tenant, and of the space. */
  readonly rules: { readonly tenant: readonly RetentionRule[]; readonly space: readonly RetentionRule[] };
  readonly counts: ErasureCounts;
  readonly kinds: CountsByKind;
  /** Sessions that go whole, at most 1,000. */
  readonly sessions: readonly string[];
  /** Out of sessions that stay, at most 1,000. */
  readonly eventIds: readonly string[];
  readonly held?: Withheld & { readonly kinds: CountsByKind; readonly eventIds: readonly string[] };
  /** Sessions that have lost as many events as they can lose one by one: what is past its age there goes with the session. */
  readonly waiting: readonly string[];
  /** Whether a sweep leaves a part of it to the next one, as it is more than one takes. */
  readonly hasMore: boolean;
}

/**
 * Takes what is past its age by the policy of its tenant and space, by itself and on a timer; as erasures, with an entry of the ledger and a certificate for
 * each sweep of a space. What a legal hold keeps stays.
 */
export interface Retention {
  /** What the next sweep would take; changes nothing. Of one space, or of all that have rules. Errors: `not_caught_up`. */
  expired(tenant: string, space?: string): Promise<ExpiredInSpace[]>;
  /** Sweeps until nothing is left that can go, or `isOver` says yes between two steps; how many events went. For the timer, and for tests. */
  sweep(isOver?: () => boolean): Promise<number>;
}
