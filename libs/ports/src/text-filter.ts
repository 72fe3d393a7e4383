import type { EventKind } from '@total-recall/domain';

/**
 * Conditions that must all hold. An empty list matches nothing; an empty name among agents or tasks matches events
 * without one; times are epoch milliseconds, both ends included.
 */
export interface TextFilter {
  readonly sessions?: readonly string[];
  readonly kinds?: readonly EventKind[];
  readonly agents?: readonly string[];
  readonly taskIds?: readonly string[];
  /** Session whose events pass `taskIds` whatever their task. */
  readonly anyTaskOf?: string;
  readonly fromTime?: number;
  readonly toTime?: number;
  /** Ids of events that do not pass; beyond the first `INDEX_LIMITS.withoutEvents` they may. */
  readonly withoutEvents?: ReadonlySet<string>;
}
