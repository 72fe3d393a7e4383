import { register } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createMetrics } from './create-metrics.ts';
import { PROCESS_METRICS } from './process-metrics.ts';
import type { MetricDefinition } from './metric-definition.ts';
import { METRIC_INVENTORY } from './metric-inventory.ts';

const inventory: [string, MetricDefinition][] = Object.entries(METRIC_INVENTORY);
const SERVICES =
  'ingest|log|projector|embed|compaction|consolidator|window|recall|gateway|proxy|audit|artifacts|archive|index|analytics|tokens|limits|traces|work|memory|invariant|process';
const UNITS = 'total|seconds|bytes|tokens|events|records|requests|ratio|count|offset|info';
const UNBOUNDED = ['tenant', 'space', 'session', 'event', 'user', 'key', 'path', 'query'];

describe('the metric inventory', () => {
  it.each(inventory)('%s has a good name', (_, { type, name, help, labels, buckets }) => {
    expect(name).toMatch(new RegExp(`^total_recall_(${SERVICES})_[a-z]+(_[a-z]+)*$`));
    expect(name).toMatch(new RegExp(`_(${UNITS})$`));
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(help).toMatch(/^[A-Z].*\.$/s);
    expect(labels.filter((label) => UNBOUNDED.includes(label) || !/^[a-z_]+$/.test(label))).toEqual([]);
    expect(buckets ? [...buckets].sort((a, b) => a - b) : undefined).toEqual(buckets && [...buckets]);
    expect(buckets !== undefined).toBe(type === 'histogram');
  });

  it('has unique names', () => {
    expect(new Set(inventory.map(([, { name }]) => name)).size).toBe(inventory.length);
  });
});

describe('createMetrics', () => {
  it('answers with everything in the inventory, and keeps out of the global registry', async () => {
    const metrics = createMetrics();
    metrics.ingestEvents.inc({ kind: 'decision' }, 3);
    metrics.recallSeconds.observe(0.004);
    metrics.logEndOffset.set({ partition: 0 }, 41);
    const text = await metrics.render();
    for (const [, { name }] of inventory) expect(text).toContain(`# TYPE ${name} `);
    expect(text).toContain('total_recall_ingest_events_total{kind="decision"} 3');
    expect(text).toContain('total_recall_log_end_offset{partition="0"} 41');
    expect(text).toContain('total_recall_recall_answer_seconds_bucket{le="0.005"} 1');
    expect(metrics.contentType).toContain('text/plain');
    expect(register.getMetricsAsArray()).toEqual([]);
  });

  it('has no completeness of recall before one was measured', async () => {
    const metrics = createMetrics();
    const samples = async () =>
      (await metrics.render()).split('\n').filter((line) => line.startsWith('total_recall_recall_completeness_ratio'));
    expect(await samples()).toEqual([]);
    metrics.recallCompleteness.set(0.5);
    expect(await samples()).toEqual(['total_recall_recall_completeness_ratio 0.5']);
  });

  it('counts apart for each process part that makes its own', async () => {
    const one = createMetrics();
    const other = createMetrics();
    one.recallEmpty.inc();
    expect((await other.recallEmpty.get()).values[0]!.value).toBe(0);
  });

  it('refuses labels that are not in the inventory', () => {
    const metrics = createMetrics();
    expect(() => metrics.ingestEvents.inc({ tenant: 'x' } as never)).toThrow(/not included/);
  });

  it('adds the metrics of the process when asked', async () => {
    const made = await createMetrics({ processMetrics: true }).registry.getMetricsAsJSON();
    for (const { name, type } of Object.values(PROCESS_METRICS)) expect(made).toContainEqual(expect.objectContaining({ name, type }));
  });
});
