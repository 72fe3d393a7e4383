import type { AcceptedEvent } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';

/**
 * A cache of the fold's results for the newest events of a partition, so that roles behind the projector need not
 * read them from the index.
 */
export interface RecentEvents {
  note(events: readonly IndexedEvent[]): void;
  /** Returns undefined if the event is not cached, or was never accepted. */
  accepted(offset: number): AcceptedEvent | undefined;
}

/** Cached events. A follower that is further behind reads the index. */
const KEPT = 4_096;

export function createRecentEvents(): RecentEvents {
  const kept = new Map<number, AcceptedEvent>();
  return {
    note(events) {
      for (const { record, accepted } of events) kept.set(record.position.offset, accepted);
      for (const offset of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(offset);
      }
    },
    accepted: (offset) => kept.get(offset),
  };
}
