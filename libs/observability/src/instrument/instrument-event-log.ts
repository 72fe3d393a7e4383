import type { Clock, EventLog } from '@total-recall/ports';
import type { Metrics } from '../metrics/create-metrics.ts';

/** The same log, its appends measured. */
export function instrumentEventLog(log: EventLog, deps: { readonly metrics: Metrics; readonly clock: Clock }): EventLog {
  const { metrics, clock } = deps;
  return {
    generation: log.generation,
    partitions: log.partitions,
    maxBatchRecords: log.maxBatchRecords,
    maxBatchBytes: log.maxBatchBytes,
    partitionOf: (key) => log.partitionOf(key),
    async append(records) {
      const from = clock.monotonicMs();
      const positions = await log.append(records);
      metrics.logCommitSeconds.observe((clock.monotonicMs() - from) / 1_000);
      metrics.logCommitRecords.observe(records.length);
      const last = positions.at(-1);
      if (last) metrics.logEndOffset.set({ partition: String(last.partition) }, last.offset);
      return positions;
    },
    read: (partition, fromOffset, limit) => log.read(partition, fromOffset, limit),
    lastOffset: (key) => log.lastOffset(key),
    end: (partition) => log.end(partition),
    follow: (partition, fromOffset, onBatch, options) => log.follow(partition, fromOffset, onBatch, options),
    close: () => log.close(),
  };
}
