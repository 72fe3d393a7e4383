import type { ArtifactStore, EventLog, TokenCounter } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/create-metrics.ts';
import { instrumentArtifactStore } from './instrument-artifact-store.ts';
import { instrumentEventLog } from './instrument-event-log.ts';
import { instrumentTokenCounter } from './instrument-token-counter.ts';

/** Builds metrics and a clock that advances a quarter of a second on each reading. */
function build() {
  let ms = 0;
  return { metrics: createMetrics(), clock: { now: () => 0, monotonicMs: () => (ms += 250) } };
}
const place = { tenant: 't', space: 's', artifactId: `art_${'0'.repeat(32)}` };

describe('instruments', () => {
  it('measure appends to the log', async () => {
    const deps = build();
    const log = instrumentEventLog(
      {
        generation: 'g1',
        partitions: 4,
        append: (records) => Promise.resolve(records.map((_, i) => ({ generation: 'g1', partition: 3, offset: 10 + i }))),
      } as EventLog,
      deps,
    );
    expect(log.partitions).toBe(4);
    await log.append([{}, {}] as never);
    const text = await deps.metrics.render();
    expect(text).toContain('total_recall_log_end_offset{partition="3"} 11');
    expect(text).toContain('total_recall_log_commit_seconds_sum 0.25');
    expect(text).toContain('total_recall_log_commit_records_sum 2');
  });

  it('count tokens', async () => {
    const deps = build();
    const counter = instrumentTokenCounter(
      {
        families: [],
        count: (_family: string, texts: readonly string[]) => Promise.resolve(texts.map(({ length }) => length)),
        countNow: () => 5,
      } as unknown as TokenCounter,
      deps,
    );
    expect(await counter.count('o200k', ['ab', 'c'])).toEqual([2, 1]);
    expect(counter.countNow('o200k', 'x')).toBe(5);
    expect(await deps.metrics.render()).toContain('total_recall_tokens_counted_total{family="o200k"} 8');
  });

  it('count artifacts', async () => {
    const deps = build();
    const created = [true, false];
    const store = instrumentArtifactStore(
      {
        put: () => Promise.resolve({ created: created.shift()! }),
        get: () => Promise.resolve(undefined),
        archive: () => Promise.resolve(7),
      } as unknown as ArtifactStore,
      deps,
    );
    await store.put(place, new Uint8Array(9));
    await store.put(place, new Uint8Array(9));
    await store.get(place);
    await store.archive(1);
    const text = await deps.metrics.render();
    for (const line of [
      'written_total{result="new"} 1',
      'written_total{result="known"} 1',
      'stored_bytes_total 9',
      'reads_total 1',
      'archived_total 7',
    ]) {
      expect(text).toContain(`total_recall_artifacts_${line}`);
    }
  });
});
