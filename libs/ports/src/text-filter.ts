import type { EventKind } from '@total-recall/domain';

/**
 * All that is given must hold. An empty list matches nothing; an empty name among agents or tasks stands for events without one; times are
 * epoch milliseconds, both ends included.
 */
export interface TextFilter {
  readonly sessions?: readonly string[];
  readonly kinds?: readonly EventKind[];
  readonly agents?: readonly string[];
  readonly taskIds?: readonly string[];
  /** Events of this session pass `taskIds`, whatever their task. */
  readonly anyTaskOf?: string;
  readonly fromTime?: number;
  readonly toTime?: number;
}
