import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutSpan, findSpan, placeSpan } from './slice-text.ts';

const texts = fc.array(fc.constantFrom('a', 'für', '夜', '😀', '\n', '\n\n', 'word '), { maxLength: 40 }).map((parts) => parts.join(''));
const bytesOf = (text: string): number => (encodeURIComponent(text).match(/%..|./g) ?? []).length;
const linesOf = (text: string): number => (text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0));

describe('a part of a text', () => {
  it('by lines is those lines, and says in bytes where it stands', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 12 }), fc.nat(8), (text, fromLine, more) => {
        const span = findSpan(text, { fromLine, toLine: fromLine + more });
        const lines = text.split('\n');
        if (fromLine > Math.max(1, linesOf(text))) {
          expect(span).toBeUndefined();
          return;
        }
        const part = text.slice(span!.start, span!.end);
        const wanted = lines.slice(fromLine - 1, fromLine + more).join('\n');
        expect(part === wanted || part === `${wanted}\n`).toBe(true);
        const place = placeSpan(text, span!);
        expect([place.totalBytes, place.totalLines]).toEqual([bytesOf(text), linesOf(text)]);
        expect([place.fromByte, place.toByte]).toEqual([bytesOf(text.slice(0, span!.start)), bytesOf(text.slice(0, span!.end))]);
        expect(place.fromLine).toBe(fromLine);
      }),
      { numRuns: 300 },
    );
  });

  it('by bytes holds whole characters, and parts that follow each other make the text', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, size) => {
        let read = '';
        for (let from = 0; from < bytesOf(text);) {
          const span = findSpan(text, { fromByte: from, toByte: from + size });
          if (span === undefined) break;
          const place = placeSpan(text, span);
          read += text.slice(span.start, span.end);
          from += size;
          expect(text.slice(span.start, span.end).isWellFormed()).toBe(true);
          expect(place.toByte).toBeGreaterThanOrEqual(place.fromByte);
        }
        expect(read).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it('is cut behind a line where one ends late enough, never within a character, and never at nothing', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, units) => {
        const end = cutSpan(text, { start: 0, end: text.length }, units);
        expect(end).toBeLessThanOrEqual(Math.max(units, 2));
        if (text.length > 0) expect(end).toBeGreaterThan(0);
        if (units > 1) expect(text.slice(0, end).isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
    expect(cutSpan('one two\nthree four', { start: 0, end: 18 }, 12)).toBe(8);
  });
});

it('a part with one bound alone begins or ends with the text', () => {
  const text = 'für\n夜 word\nend';
  expect(findSpan(text, { fromByte: 5 })).toEqual({ start: 4, end: text.length });
  expect(findSpan(text, { toByte: 5 })).toEqual({ start: 0, end: 4 });
  expect(findSpan(text, { fromLine: 2 })).toEqual({ start: 4, end: text.length });
  expect(findSpan(text, { toLine: 1 })).toEqual({ start: 0, end: 4 });
  expect(findSpan(text, { fromByte: 3, fromLine: 3 })).toEqual({ start: 2, end: text.length });
  expect(findSpan(text, {})).toEqual({ start: 0, end: text.length });
});
