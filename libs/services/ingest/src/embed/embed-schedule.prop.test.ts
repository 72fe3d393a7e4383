import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbedSchedule } from './embed-schedule.ts';

const LIMITS = { freshAfter: 8, records: 4 };

/** Appends and batches in any order, including interrupted batches. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), records: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('turn' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
);

describe('createEmbedSchedule', () => {
  it('claims nothing that was not done, and comes to its end', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 80 }),
        fc.integer({ min: -1, max: 20 }),
        fc.integer({ min: 0, max: 40 }),
        (steps, start, more) => {
          let searchable = start + more;
          const schedule = createEmbedSchedule(start, searchable, LIMITS);
          const done = new Set<number>(Array.from({ length: start + 1 }, (_, offset) => offset));
          const held = new Set<number>();
          const take = (share: number): void => {
            const turn = schedule.next(searchable);
            if (!turn) return;
            expect(turn.upTo - turn.from).toBeLessThan(LIMITS.records);
            expect(turn.upTo).toBeLessThanOrEqual(searchable);
            const to = turn.from + Math.floor(share * (turn.upTo - turn.from));
            for (let offset = turn.from; offset <= to; offset++) {
              if (held.has(offset)) expect(turn.mayHaveVectors).toBe(true);
              held.add(offset);
              done.add(offset);
            }
            schedule.done(turn, to);
          };
          const check = (): void => {
            for (let offset = 0; offset <= schedule.reached(); offset++) expect(done.has(offset)).toBe(true);
            for (let first = 0; first <= searchable; first++)
              for (let offset = first; offset <= schedule.reachedFrom(first); offset++) expect(done.has(offset)).toBe(true);
            expect(schedule.reached()).toBeLessThanOrEqual(searchable);
            expect(schedule.behind(searchable)).toBeGreaterThanOrEqual(searchable + 1 - done.size);
          };
          for (const next of steps) {
            if (next.kind === 'append') searchable += next.records;
            else take(next.share);
            check();
          }
          for (let turns = 0; schedule.reached() < searchable; turns++) {
            expect(turns).toBeLessThan(2_000);
            take(1);
          }
          expect(schedule.behind(searchable)).toBe(0);
          expect(schedule.next(searchable)).toBeUndefined();
        },
      ),
    );
  });

  it('has what comes last embedded within a few turns, however much waits', () => {
    const schedule = createEmbedSchedule(-1, 9_999, LIMITS);
    let searchable = 9_999;
    for (let appended = 0; appended < 50; appended++) {
      searchable += 2;
      for (let turns = 0; schedule.reachedFrom(searchable) < searchable; turns++) {
        expect(turns).toBeLessThan(4);
        const turn = schedule.next(searchable)!;
        schedule.done(turn, turn.upTo);
      }
    }
    expect(schedule.reached()).toBeGreaterThan(30);
  });

  it('gives one batch of four to the oldest records, however many new ones come', () => {
    const schedule = createEmbedSchedule(-1, 9_999, LIMITS);
    const lanes: string[] = [];
    for (let searchable = 10_000; lanes.length < 40; searchable += 50) {
      const range = schedule.next(searchable)!;
      lanes.push(range.lane);
      schedule.done(range, range.upTo);
    }
    const places = lanes.flatMap((lane, at) => (lane === 'oldest' ? [at] : []));
    expect(places).toEqual(Array.from({ length: 10 }, (_, at) => 4 * at + 3));
  });
});
