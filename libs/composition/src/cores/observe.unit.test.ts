import { createMetrics, SILENT_LOGGER } from '@total-recall/observability';
import { expect, it } from 'vitest';
import { observeEmbedding, observeIngest } from './observe.ts';

it('shows how far vectors are, and what has none, before a batch was embedded', async () => {
  const metrics = createMetrics();
  const observer = observeEmbedding(metrics, SILENT_LOGGER, () => 0);
  observer.resumed?.({ partition: 2, offset: -1 });
  observer.waiting?.({ partition: 2, behind: 40 });
  const text = await metrics.render();
  expect(text).toContain('total_recall_projector_mark_offset{partition="2",mark="embedded"} -1');
  expect(text).toContain('total_recall_embed_backlog_records{partition="2"} 40');
});

it('shows how far a partition is folded and found from its start on, so that vectors that are behind show before an append', async () => {
  const metrics = createMetrics();
  observeIngest(metrics, SILENT_LOGGER, () => 0).resumed?.({ partition: 2, folded: 41, searchable: 40 });
  const text = await metrics.render();
  expect(text).toContain('total_recall_projector_mark_offset{partition="2",mark="folded"} 41');
  expect(text).toContain('total_recall_projector_mark_offset{partition="2",mark="searchable"} 40');
});
