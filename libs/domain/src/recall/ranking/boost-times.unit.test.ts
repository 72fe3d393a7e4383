import { describe, expect, it } from 'vitest';
import { dateBoosts, orderBoosts, type TimedScore } from './boost-times.ts';

describe('dateBoosts', () => {
  it('grow with the fit, up to three deviations', () => {
    const boosts = dateBoosts([1, 0.5, 0.25, 0], 5_000);
    expect(boosts).toEqual([3, 1.5, 0.75, 0]);
  });

  it('are less where much of the space fits', () => {
    const fits = Array.from({ length: 100 }, (_, at) => (at < 60 ? 1 : 0));
    const boosts = dateBoosts(fits, 0);
    expect(boosts[0]).toBeGreaterThan(0);
    expect(boosts[0]).toBeLessThan(1);
    expect(boosts[99]).toBe(0);
  });

  it('are nothing where nothing or everything fits', () => {
    expect(dateBoosts([0, 0], 10)).toEqual([0, 0]);
    expect(dateBoosts([1, 1], 0)).toEqual([0, 0]);
    expect(dateBoosts([], 10)).toEqual([]);
  });
});

describe('orderBoosts', () => {
  const at = (occurredAt: number, score: number, ordinal = occurredAt): TimedScore => ({ occurredAt, ordinal, score });

  it('prefer the end that is asked for among what is nearly as good', () => {
    const alike = [at(1, 5), at(2, 5), at(3, 5)];
    expect(orderBoosts(alike, { order: 'last' })).toEqual([0, 0.5, 1]);
    expect(orderBoosts(alike, { order: 'first' })).toEqual([1, 0.5, 0]);
    expect(orderBoosts(alike, {})).toEqual([0, 0, 0]);
  });

  it('leave alone what is far below the best, and what is alone', () => {
    expect(orderBoosts([at(1, 5), at(9, 2.9)], { order: 'last' })).toEqual([0, 0]);
    expect(orderBoosts([at(1, 5)], { order: 'first' })).toEqual([0]);
  });

  it('tell events of one time by their place', () => {
    expect(orderBoosts([at(7, 5, 2), at(7, 5, 10)], { order: 'last' })).toEqual([0, 1]);
  });
});
