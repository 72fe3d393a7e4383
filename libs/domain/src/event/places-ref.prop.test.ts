import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAME_PATTERN } from './address.ts';
import { parseEventRef } from './event-ref.ts';
import { parsePlacesRef, PLACES_REF_CHARS, placesFrom, renderPlacesRef, type OrdinalRange } from './places-ref.ts';
import { parseTurnsRef } from './turns-ref.ts';

const session = fc.option(fc.stringMatching(NAME_PATTERN)).map((name) => (name === null ? {} : { session: name }));
const ranges = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 20 })), { minLength: 2, maxLength: 20 });
const ordinalsOf = (all: readonly OrdinalRange[]): number[] =>
  all.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at));

describe('a reference to several events', () => {
  it('names the same events as it was written, in order and each once, and is no other reference', () => {
    fc.assert(
      fc.property(session, ranges, fc.integer({ min: 1, max: 320 }), (of, written, ordinal) => {
        const named = written.map(([from, more]) => ({ from, to: from + more }));
        const text = `${of.session === undefined ? '' : `${of.session}/`}${named.map(({ from, to }) => `e${from}-e${to}`).join(',')}`;
        const ref = parsePlacesRef(text)!;
        expect(ref).toMatchObject(of);
        const ordinals = ordinalsOf(ref.ranges);
        expect(ordinals).toEqual([...new Set(ordinalsOf(named))].sort((a, b) => a - b));
        expect(ordinalsOf(placesFrom(ref, ordinal).ranges)).toEqual(ordinals.filter((one) => one >= ordinal));
        const rendered = renderPlacesRef(ref);
        expect(rendered.length).toBeLessThanOrEqual(text.length);
        if (ordinals.length > 1) expect(parsePlacesRef(rendered)).toEqual(ref);
        else expect(parseEventRef(rendered)).toMatchObject({ ordinal: ordinals[0] });
        expect([parseEventRef(text), parseTurnsRef(text)]).toEqual([undefined, undefined]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['e40', 'e40-T27', 'e8-e3', 'e0,e3', 'e3,', ',e3', 'e3, e8', 'e3,T8', 'a/b/e3,e8', `e3,${'e8,'.repeat(PLACES_REF_CHARS)}e9`])(
    '%j is none',
    (text) => expect(parsePlacesRef(text)).toBeUndefined(),
  );
});
