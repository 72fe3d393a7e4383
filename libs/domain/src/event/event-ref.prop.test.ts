import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NAME_PATTERN } from './address.ts';
import { EVENT_ID_PATTERN, EVENT_REF_CHARS, parseEventRef, renderEventRef, type EventRef } from './event-ref.ts';

const bytes = fc.tuple(fc.nat(1e6), fc.integer({ min: 1, max: 1e6 })).map(([from, size]) => ({ from, to: from + size }));
const optional = <T>(key: string, value: fc.Arbitrary<T>) => fc.option(value).map((held) => (held === null ? {} : { [key]: held }));
const refs: fc.Arbitrary<EventRef> = fc.oneof(
  fc
    .tuple(optional('session', fc.stringMatching(NAME_PATTERN)), fc.integer({ min: 1, max: 999_999_999_999 }), optional('bytes', bytes))
    .map(([session, ordinal, range]) => ({ kind: 'ordinal' as const, ...session, ordinal, ...range })),
  fc.tuple(fc.stringMatching(EVENT_ID_PATTERN), optional('bytes', bytes)).map(([eventId, range]) => ({
    kind: 'id' as const,
    eventId,
    ...range,
  })),
);

describe('a reference to an event', () => {
  it('is read back as it was written, whatever the session is called', () => {
    fc.assert(
      fc.property(refs, (ref) => {
        const text = renderEventRef(ref);
        expect(parseEventRef(text)).toEqual(ref);
        expect(text.length).toBeLessThanOrEqual(EVENT_REF_CHARS);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['e184', 'e184:1200-1640', 'run-7/e3', 'e184/e184', 'a:1-2/e3:4-5', '01JQ5ZB4V9M8N7P6R5T4S3W2X1:0-9'])('%s is one', (text) => {
    expect(renderEventRef(parseEventRef(text)!)).toBe(text);
  });

  it.each([
    '',
    'e0',
    'e01',
    'E184',
    '184',
    'e184:9-9',
    'e184:9-3',
    'e184:5',
    'a/b/e3',
    '/e3',
    '-a/e3',
    'a/01JQ5ZB4V9M8N7P6R5T4S3W2X1',
    'e9 ',
  ])('%j is none', (text) => {
    expect(parseEventRef(text)).toBeUndefined();
  });
});
