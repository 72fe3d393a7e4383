import type { Marks } from '@total-recall/domain';
import type { IngestRole } from '@total-recall/ingest';
import type { Metrics } from '@total-recall/observability';

/** The gauges of partitions that a process has in one role. */
export interface PartitionGauges {
  /** Shows how far the index of a partition is, also where nothing was folded since the start. */
  show(partition: number, marks: Marks): void;
  /** Removes what was shown of a partition: another process has it now, and what was last true here would stand for ever. */
  forget(partition: number): void;
}

export function createPartitionGauges(metrics: Metrics, role: IngestRole): PartitionGauges {
  const marksOf = role === 'embed' ? (['embedded'] as const) : (['folded', 'searchable'] as const);
  const gauges = role === 'embed' ? [metrics.embedLagSeconds, metrics.embedBehind] : [metrics.projectorLagSeconds, metrics.projectorAside];
  return {
    show(partition, marks) {
      for (const mark of marksOf) metrics.projectorMarkOffset.set({ partition: String(partition), mark }, marks[mark] ?? -1);
    },
    forget(partition) {
      const label = { partition: String(partition) };
      for (const gauge of gauges) gauge.remove(label);
      for (const mark of marksOf) metrics.projectorMarkOffset.remove({ ...label, mark });
    },
  };
}
