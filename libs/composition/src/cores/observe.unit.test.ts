import { createMetrics, SILENT_LOGGER } from '@total-recall/observability';
import { expect, it } from 'vitest';
import { observeConsolidator, observeEmbedding, observeIngest } from './observe.ts';

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

it('logs in which space consolidation failed, left something out or broke an invariant', () => {
  const lines: object[] = [];
  const note = (fields: object): void => void lines.push(fields);
  const observer = observeConsolidator(createMetrics(), { ...SILENT_LOGGER, warn: note, error: note });
  const place = { tenant: 'acme', space: 'main' };
  const error = new Error('the index is away');
  observer.failed('sweep', error, place);
  observer.failed('save', error);
  observer.capacityReached(place, { facts: 2, groups: 0 });
  observer.counted({ visible: 1, archived: 1, unreachable: 1 }, [place]);
  expect(lines).toEqual([
    { where: 'sweep', ...place, err: error },
    { where: 'save', err: error },
    { ...place, facts: 2, groups: 0 },
    { invariant: 'I-09', what: expect.stringContaining('archived'), unreachable: 1, spaces: [place] },
  ]);
});
