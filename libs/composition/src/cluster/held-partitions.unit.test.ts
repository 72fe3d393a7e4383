import { createMetrics } from '@total-recall/observability';
import { expect, it } from 'vitest';
import { createHeldPartitions } from './held-partitions.ts';

it('counts the partitions that were taken, not those whose take fails, beside how many there are', async () => {
  const metrics = createMetrics();
  const shown = async () => (await metrics.render()).split('\n').filter((line) => /^total_recall_log_(owned_)?partitions_count/.test(line));
  const owner = {
    take: async (partition: number) => (partition === 1 ? Promise.reject(new Error('the index refuses')) : undefined),
    release: async () => undefined,
  };
  const { held, take, release } = createHeldPartitions({ metrics, role: 'project', partitions: 12, owner });
  const of = (count: number) => [
    `total_recall_log_owned_partitions_count{role="project"} ${count}`,
    'total_recall_log_partitions_count{role="project"} 12',
  ];
  expect(await shown()).toEqual(of(0));
  await take(0, 7, () => true);
  await expect(take(1, 8, () => true)).rejects.toThrow('refuses');
  expect(await shown()).toEqual(of(1));
  expect([...held]).toEqual([[0, 7]]);
  await release(0);
  expect(await shown()).toEqual(of(0));
});
