import { describe, expect, it } from 'vitest';
import {
  allAt,
  anyAt,
  bootstrapInterval,
  fractionAt,
  latencyOf,
  mean,
  ndcgAt,
  percentile,
  reciprocalRank,
  shareOf,
} from './ranking-measures.ts';

const question = { ranked: ['a', 'b', 'b', 'c', 'd', 'e'], gold: new Set(['b', 'd', 'x']) };

describe('ranking measures', () => {
  it('counts evidence in the top k once', () => {
    expect([anyAt(question, 1), anyAt(question, 2)]).toEqual([0, 1]);
    expect(fractionAt(question, 4)).toBeCloseTo(2 / 3);
    expect(fractionAt(question, 3)).toBeCloseTo(1 / 3);
    expect(allAt(question, 10)).toBe(0);
    expect(allAt({ ranked: ['x', 'b', 'd'], gold: question.gold }, 3)).toBe(1);
    expect(reciprocalRank(question)).toBe(0.5);
    expect(reciprocalRank({ ranked: ['q'], gold: question.gold })).toBe(0);
  });

  it('has the true ideal under NDCG', () => {
    const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4);
    expect(ndcgAt(question, 5)).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / ideal, 12);
    expect(ndcgAt({ ranked: ['x'], gold: question.gold }, 1)).toBe(1);
    // One of three found in the top five is not a perfect answer.
    expect(ndcgAt({ ranked: ['x'], gold: question.gold }, 5)).toBeCloseTo(1 / ideal, 12);
    expect(ndcgAt({ ranked: ['x'], gold: new Set() }, 5)).toBe(0);
  });

  it('says null, not 100 %, where nothing was asked', () => {
    expect([mean([]), percentile([], 0.5), bootstrapInterval([])]).toEqual([null, null, null]);
    expect(shareOf([], 1)).toEqual({ n: 0, mean: null, interval: null });
    expect(latencyOf([])).toEqual({ p50: null, p95: null, p99: null });
  });

  it('gives nearest-rank percentiles', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(latencyOf(values)).toEqual({ p50: 50, p95: 95, p99: 99 });
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('bootstraps the same interval from the same seed, around the mean', () => {
    const values = Array.from({ length: 200 }, (_, index) => Number(index % 4 !== 0));
    const interval = bootstrapInterval(values, { seed: 9 })!;
    expect(bootstrapInterval(values, { seed: 9 })).toEqual(interval);
    expect(interval.low).toBeGreaterThan(0.68);
    expect(interval.low).toBeLessThan(0.75);
    expect(interval.high).toBeGreaterThan(0.75);
    expect(interval.high).toBeLessThan(0.82);
    expect(bootstrapInterval([1, 1, 1])).toEqual({ low: 1, high: 1 });
  });
});
