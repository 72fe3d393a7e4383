import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeProfile, PROFILE_TERMS, mergeProfiles, type MarkerProfile } from './marker-profile.ts';

const unsaid = () => 0;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Spans of some texts with terms out of few, so that parts share them. */
const spans = fc.array(
  fc.record({
    events: fc.integer({ min: 1, max: 30 }),
    chosen: fc.uniqueArray(
      fc.record({ term: fc.integer({ min: 1, max: 60 }), places: fc.array(fc.nat(29), { minLength: 1 }), worth: fc.nat(90) }),
      {
        selector: ({ term }) => term,
        maxLength: PROFILE_TERMS,
      },
    ),
  }),
  { minLength: 1, maxLength: 9 },
);

function profileOf({ events, chosen }: { events: number; chosen: { term: number; places: number[]; worth: number }[] }): MarkerProfile {
  const terms = chosen.map(({ term, places, worth }) => ({
    term: `term${term}`,
    places: places.map((place) => place % events),
    worth: worth / 10,
  }));
  return makeProfile({ events, chosen: terms, counts: [] });
}

describe('profiles of markers', () => {
  it('stay bounded and lose no slice, however often they become one', () => {
    fc.assert(
      fc.property(spans, (parts) => {
        const profiles = parts.map(profileOf);
        const united = profiles.reduce((known, next) => mergeProfiles([known, next], unsaid));
        const { slices, terms, at, worth } = united;
        expect(slices.length).toBeLessThanOrEqual(24);
        expect(sum(slices)).toBe(sum(parts.map(({ events }) => events)));
        expect([terms.length, at.length, worth.length]).toEqual(Array(3).fill(Math.min(PROFILE_TERMS, terms.length)));
        expect(new Set(terms).size).toBe(terms.length);
        for (const bits of at) expect(bits > 0 && bits < 2 ** slices.length).toBe(true);
        for (const term of terms) expect(profiles.some((profile) => profile.terms.includes(term))).toBe(true);
      }),
    );
  });

  it('put what all parts hold before what one of them holds, and what other markers say behind', () => {
    const part = (...terms: string[]): MarkerProfile => ({ slices: [5, 5], terms, at: terms.map(() => 3), worth: terms.map(() => 20) });
    const [first, second] = [part('winch', 'crane'), part('hatch', 'crane')];
    expect(mergeProfiles([first, second], unsaid).terms).toEqual(['crane', 'winch', 'hatch']);
    expect(mergeProfiles([first, second], (term) => (term === 'crane' ? 3 : 0)).terms[0]).not.toBe('crane');
  });

  it('know which slices hold a term once neighbours were added up', () => {
    const long: MarkerProfile = { slices: Array(20).fill(1), terms: ['first', 'last'], at: [1, 1 << 19], worth: [9, 9] };
    const { slices, terms, at } = mergeProfiles([long, long], unsaid);
    expect(slices).toEqual(Array(20).fill(2));
    expect(new Map(terms.map((term, index) => [term, at[index]]))).toEqual(
      new Map([
        ['first', 1 | (1 << 10)],
        ['last', (1 << 9) | (1 << 19)],
      ]),
    );
  });
});
