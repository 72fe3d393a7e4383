import type { Metrics } from '@total-recall/observability';
import type { LogRecord } from '@total-recall/ports';

/** Measures how far those are who follow a partition. */
export interface FollowerMetrics {
  /** The log ends before this offset, as far as is known. */
  news(end: number): void;
  /** Somebody follows from this offset. */
  began(fromOffset: number): MeasuredFollower;
}

export interface MeasuredFollower {
  given(records: readonly LogRecord[]): void;
  /** These are worked off. */
  done(records: readonly LogRecord[]): void;
  ended(): void;
}

/** `lag` is that of the slowest, and gone when nobody follows: the partition is another process's then. */
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
        ended: () => {
          places.delete(own);
          update();
        },
      };
    },
  };
}
