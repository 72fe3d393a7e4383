import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAME_PATTERN } from './address.ts';
import { EVENT_REF_CHARS, parseEventRef } from './event-ref.ts';
import { parseTurnsRef, renderTurnsRef, type TurnsRef } from './turns-ref.ts';

const number = fc.integer({ min: 1, max: 999_999_999_999 });
const session = fc.option(fc.stringMatching(NAME_PATTERN)).map((name) => (name === null ? {} : { session: name }));
const refs: fc.Arbitrary<TurnsRef> = fc.oneof(
  fc.tuple(session, number, number).map(([of, a, b]) => ({ ...of, from: { turn: Math.min(a, b) }, toTurn: Math.max(a, b) })),
  fc.tuple(session, number, number).map(([of, ordinal, toTurn]) => ({ ...of, from: { ordinal }, toTurn })),
);

describe('a reference to turns', () => {
  it('is read back as it was written, whatever the session is called, and names no event', () => {
    fc.assert(
      fc.property(refs, (ref) => {
        const text = renderTurnsRef(ref);
        expect(parseTurnsRef(text)).toEqual(ref);
        expect(parseEventRef(text)).toBeUndefined();
        expect(text.length).toBeLessThanOrEqual(EVENT_REF_CHARS);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['T20', 'T20-T27', 'e40-T27', 'run-7/T20-T27', 'T20/T3', 'a:1-2/e3-T5'])('%s is one', (text) => {
    expect(renderTurnsRef(parseTurnsRef(text)!)).toBe(text);
  });

  it.each(['', 'T0', 'T01', 't20', 'T27-T20', 'T20-', 'T20-27', 'T20-e40', 'e40', 'e40-e50', 'T20:3-9', 'a/b/T3', '/T3', 'T20 '])(
    '%j is none',
    (text) => {
      expect(parseTurnsRef(text)).toBeUndefined();
    },
  );
});
