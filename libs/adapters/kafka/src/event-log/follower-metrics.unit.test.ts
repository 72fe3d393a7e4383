import { createMetrics } from '@total-recall/observability';
import type { LogRecord } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createFollowerMetrics } from './follower-metrics.ts';

const record = (offset: number, recordedAt = 0) => ({ position: { offset }, envelope: { recordedAt } }) as LogRecord;

async function linesOf(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  return (await metrics.render()).split('\n').filter((line) => line.startsWith(name) && !line.includes('bucket'));
}

describe('measured followers', () => {
  it('are behind by what the slowest has not worked off, until they end', async () => {
    const metrics = createMetrics();
    const lag = () => linesOf(metrics, 'total_recall_log_follower_lag_records');
    const followers = createFollowerMetrics(3, metrics, () => 0);
    followers.news(10);
    expect(await lag()).toEqual([]);
    const [one, other] = [followers.began(4), followers.began(10)];
    expect(await lag()).toEqual(['total_recall_log_follower_lag_records{partition="3"} 6']);
    one.done([record(4), record(8)]);
    expect(await lag()).toEqual(['total_recall_log_follower_lag_records{partition="3"} 1']);
    followers.news(12);
    one.done([record(9), record(11)]);
    expect(await lag()).toEqual(['total_recall_log_follower_lag_records{partition="3"} 2']);
    other.ended();
    expect(await lag()).toEqual(['total_recall_log_follower_lag_records{partition="3"} 0']);
    one.ended();
    expect(await lag()).toEqual([]);
  });

  it('are given records whose age is known, were they from a clock ahead', async () => {
    const metrics = createMetrics();
    const follower = createFollowerMetrics(0, metrics, () => 5_000).began(0);
    follower.given([record(0, 3_000), record(1, 4_000)]);
    follower.given([record(2, 60_000)]);
    const name = 'total_recall_log_record_age_seconds';
    expect(await linesOf(metrics, name)).toEqual([`${name}_sum 2`, `${name}_count 2`]);
  });
});
