import { createMetrics } from '@total-recall/observability';
import { expect, it } from 'vitest';
import { createPartitionGauges } from './partition-gauges.ts';

it('shows how far partitions are, and nothing of those that another process has', async () => {
  const metrics = createMetrics();
  const [project, embed] = [createPartitionGauges(metrics, 'project'), createPartitionGauges(metrics, 'embed')];
  const shown = async () =>
    (await metrics.render()).split('\n').filter((line) => /^total_recall_(projector|embed)_\w+\{partition/.test(line));
  for (const partition of ['0', '1']) {
    metrics.projectorLagSeconds.set({ partition }, 90);
    metrics.projectorAside.set({ partition }, 2);
    metrics.embedLagSeconds.set({ partition }, 901);
    metrics.embedBehind.set({ partition }, 7);
    project.show(Number(partition), { folded: 5, searchable: 4, embedded: 3 });
    embed.show(Number(partition), { folded: 5, searchable: 4 });
  }
  expect(await shown()).toContain('total_recall_projector_mark_offset{partition="1",mark="folded"} 5');
  expect(await shown()).toContain('total_recall_projector_mark_offset{partition="1",mark="embedded"} -1');
  project.forget(1);
  expect((await shown()).filter((line) => line.includes('partition="1"'))).toEqual([
    'total_recall_projector_mark_offset{partition="1",mark="embedded"} -1',
    'total_recall_embed_lag_seconds{partition="1"} 901',
    'total_recall_embed_backlog_records{partition="1"} 7',
  ]);
  embed.forget(1);
  expect((await shown()).filter((line) => line.includes('partition="1"'))).toEqual([]);
  expect(await shown()).toHaveLength(7);
});
