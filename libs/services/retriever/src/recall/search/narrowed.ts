import type { TimeLimits } from '@total-recall/domain';
import type { TextFilter } from '@total-recall/ports';

/** Narrows the caller's filter to the times that the query names for certain. */
export function narrowed(filter: TextFilter, { fromTime, toTime }: TimeLimits): TextFilter {
  return {
    ...filter,
    ...(fromTime !== undefined && { fromTime: Math.max(fromTime, filter.fromTime ?? fromTime) }),
    ...(toTime !== undefined && { toTime: Math.min(toTime, filter.toTime ?? toTime) }),
  };
}
