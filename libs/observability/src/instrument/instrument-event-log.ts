import type { Clock, EventLog } from '@total-recall/ports';
import type { Metrics } from '../metrics/create-metrics.ts';

/** Wraps a log with metrics of its appends. */
export function instrumentEventLog(log: EventLog, deps: { readonly metrics: Metrics; readonly clock: Clock }): EventLog {
  const { metrics, clock } = deps;
  return {
    ...log,
    async append(records) {
      const from = clock.monotonicMs();
      const positions = await log.append(records);
      metrics.logCommitSeconds.observe((clock.monotonicMs() - from) / 1_000);
      metrics.logCommitRecords.observe(records.length);
      const last = positions.at(-1);
      if (last) metrics.logEndOffset.set({ partition: String(last.partition) }, last.offset);
      return positions;
    },
  };
}
