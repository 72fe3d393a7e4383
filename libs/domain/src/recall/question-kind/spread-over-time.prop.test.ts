import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadOverTime, type PlacedInTime } from './spread-over-time.ts';

const events = fc.uniqueArray(
  fc.record({
    score: fc.double({ min: -5, max: 5, noNaN: true }),
    occurredAt: fc.integer({ min: 0, max: 20 }),
    session: fc.constantFrom('a', 'b'),
    ordinal: fc.integer({ min: 1, max: 1_000 }),
  }),
  { maxLength: 70, selector: ({ session, ordinal }) => `${session} ${ordinal}` },
);
const at = (occurredAt: number, score: number): PlacedInTime => ({ score, occurredAt, session: 'a', ordinal: occurredAt });

describe('spreadOverTime', () => {
  it('keeps every event, whatever order they come in', () => {
    fc.assert(
      fc.property(events, (given) => {
        const spread = spreadOverTime(given);
        expect(new Set(spread)).toEqual(new Set(given));
        expect(spreadOverTime(given.toReversed())).toEqual(spread);
        expect(spread[0]?.score ?? 0).toBe(given.length === 0 ? 0 : Math.max(...given.map(({ score }) => score)));
      }),
    );
  });

  it('takes the best of each fifth before the second of any', () => {
    const given = Array.from({ length: 15 }, (_, time) => at(time, time));
    expect(spreadOverTime(given).map(({ occurredAt }) => occurredAt)).toEqual([14, 11, 8, 5, 2, 13, 10, 7, 4, 1, 12, 9, 6, 3, 0]);
  });
});
