import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalyser } from './analyse-text.ts';
import { decodeTerm, encodeTerm } from './term-encoding.ts';
import { ENGLISH_STOP_WORDS } from './stop-words.ts';

const analyser = createAnalyser({ stem: (word) => word, stopWords: ENGLISH_STOP_WORDS });
const unit = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.stringMatching(/^[a-zA-Z0-9/._:\\@=+ -]{0,60}$/),
  fc.constantFrom('\ud800', '東京', '\\n', '\u001b[1m', '::'),
);
const text = fc.array(unit, { maxLength: 12 }).map((parts) => parts.join(''));

describe('analyse', () => {
  it('gives encoded, bounded terms, the same ones every time, each with its place', () => {
    fc.assert(
      fc.property(text, (input) => {
        const spans = analyser.analyseSpans(input);
        expect(spans.map((span) => span.term)).toEqual(analyser.analyse(input));
        for (const { term, start, end } of spans) {
          expect(term).toMatch(/^[a-z0-9_]+$/);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(input.length);
        }
        expect(spans.length).toBeLessThanOrEqual(input.length * 3);
      }),
      { numRuns: 300 },
    );
  });

  it('reads the surface of a term back as that term', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9_./-]{0,30}[a-z]$/), (input) => {
        for (const { term, start, end } of analyser.analyseSpans(`see ${input}, then`)) {
          expect(analyser.analyse(`see ${input}, then`.slice(start, end))).toContain(term);
        }
      }),
    );
  });
});

describe('encodeTerm', () => {
  it('gives back what it encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        (text) => decodeTerm(encodeTerm(text.toLowerCase())) === text.toLowerCase(),
      ),
    );
    for (const text of ['inv-2026/04', 'a_b', '_z', 'naïve', '#w4111']) expect(decodeTerm(encodeTerm(text))).toBe(text);
  });

  it('keeps different short terms different', () => {
    const term = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(term, term, (a, b) => a === b || encodeTerm(a) !== encodeTerm(b)),
      { numRuns: 500 },
    );
    const near = fc.stringMatching(/^[a-z_./-]{1,6}$/);
    fc.assert(
      fc.property(near, near, (a, b) => a === b || encodeTerm(a) !== encodeTerm(b)),
      { numRuns: 500 },
    );
  });
});
