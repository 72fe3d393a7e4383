import type { Metrics } from '@total-recall/observability';
import type { LogRecord } from '@total-recall/ports';

/** Measures the lag of the followers of a partition. */
export interface FollowerMetrics {
  /** Records that the log ends before this offset, as far as is known. */
  news(end: number): void;
  /** Records that somebody follows from this offset. */
  began(fromOffset: number): MeasuredFollower;
}

export interface MeasuredFollower {
  given(records: readonly LogRecord[]): void;
  /** Records that these were processed. */
  done(records: readonly LogRecord[]): void;
  /** Records that everything up to this offset is none of the log's. */
  passed(offset: number): void;
  ended(): void;
}

/**
 * Creates the metrics of a partition. `lag` is that of the slowest follower. It disappears when nobody follows, as the
 * partition then belongs to another process.
 */
export function createFollowerMetrics(partition: number, metrics: Metrics | undefined, now: () => number): FollowerMetrics {
  const label = { partition: String(partition) };
  const places = new Map<object, number>();
  let end: number | undefined;
  const update = (): void => {
    if (places.size === 0) metrics?.logFollowerLag.remove(label);
    else if (end !== undefined) metrics?.logFollowerLag.set(label, Math.max(0, end - Math.min(...places.values())));
  };
  return {
    news: (known) => {
      end = known;
      update();
    },
    began: (fromOffset) => {
      const own = {};
      places.set(own, fromOffset);
      update();
      return {
        given: ([oldest]) => {
          if (oldest) metrics?.logRecordAge.observe(Math.max(0, now() - oldest.envelope.recordedAt) / 1_000);
        },
        done: (records) => {
          places.set(own, (records.at(-1)?.position.offset ?? fromOffset - 1) + 1);
          update();
        },
        passed: (offset) => {
          places.set(own, offset + 1);
          update();
        },
        ended: () => {
          places.delete(own);
          update();
        },
      };
    },
  };
}
