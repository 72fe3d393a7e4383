import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRanges } from './choose-ranges.ts';

const LINES = Array.from({ length: 400 }, (_, at) => `row ${at} of the ledger says ${at * 7919}`);
const TEXT = LINES.join('\n');

describe('what a preview shows', () => {
  it('is ranges in order, apart, inside the text, never half a character, of about the length asked for', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀', 'ß'), maxLength: 600 });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 0, max: 700 }),
        fc.array(fc.constantFrom('a', '😀', 'ß a'), { maxLength: 3 }),
        fc.array(fc.constantFrom('ß', '😀', ' a'), { maxLength: 3 }),
        (whole, chars, terms, first) => {
          const wanted = first.flatMap((part) => {
            const from = whole.indexOf(part);
            return from < 0 ? [] : [{ from, to: from + part.length }];
          });
          const ranges = chooseRanges(whole, { chars, terms: terms.map((term) => ({ text: term, weight: 1 })), wanted });
          let at = 0;
          for (const { from, to } of ranges) {
            expect(from).toBeGreaterThanOrEqual(at);
            expect(to).toBeGreaterThan(from);
            at = to;
            expect(whole.slice(from, to).isWellFormed()).toBe(true);
          }
          expect(at).toBeLessThanOrEqual(whole.length);
          if (chars >= whole.length) expect(ranges.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(whole.length);
        },
      ),
    );
  });

  it('is head, tail and the lines that hold what is looked for, the rarer first', () => {
    const ranges = chooseRanges(TEXT, {
      chars: 1_000,
      terms: [
        { text: String(217 * 7919), weight: 3 },
        { text: 'ledger', weight: 3 },
      ],
    });
    const shown = ranges.map(({ from, to }) => TEXT.slice(from, to));
    expect(shown[0]).toContain(LINES[0]);
    expect(shown.at(-1)).toContain(LINES.at(-1));
    expect(shown).toContain(LINES[217]);
    expect(shown).toHaveLength(3);
  });

  it('shows wanted ranges before lines that hold terms, as many as fit, and gives head and tail what these leave', () => {
    const rangeOf = (at: number) => {
      const from = TEXT.indexOf(LINES[at]!);
      return { from, to: from + LINES[at]!.length };
    };
    const shownOf = (lines: readonly number[]) => {
      const terms = [{ text: String(217 * 7919), weight: 3 }];
      const ranges = chooseRanges(TEXT, { chars: 800, terms, wanted: lines.map(rangeOf) });
      return {
        length: ranges.reduce((sum, { from, to }) => sum + to - from, 0),
        text: ranges.map(({ from, to }) => TEXT.slice(from, to)).join('|'),
      };
    };
    expect(shownOf([]).text).toContain(LINES[217]);
    const { text, length } = shownOf([300, 150, 100, 120, 140, 160, 180, 200]);
    for (const at of [300, 150, 100, 120, 140]) expect(text).toContain(LINES[at]);
    for (const at of [200, 217]) expect(text).not.toContain(LINES[at]);
    expect(length).toBeLessThanOrEqual(800);
    // What head and tail show anyway takes no room.
    expect(shownOf([0, 1, 2, 399, 398, 300, 150]).text).toContain(LINES[150]);
    expect(shownOf([0]).length).toBeGreaterThan(700);
  });

  it('shows a number, a name or a hash whole or not at all, also where a text has no line ends', () => {
    const rows = Array.from({ length: 200 }, (_, at) => ({
      berth: `quay_${at}`,
      hash: (at * 7919).toString(16).padStart(12, 'f'),
      fee: at * 1301.25,
    }));
    const text = JSON.stringify(rows);
    const terms = [{ text: 'quay_150', weight: 3 }];
    for (let chars = 60; chars < 1_500; chars += 7) {
      const shown = chooseRanges(text, { chars, terms });
      const cuts = shown.flatMap(({ from, to }) => [from, to]);
      expect(cuts.map((at) => text.slice(at - 1, at + 1)).filter((beside) => /^[\p{L}\p{N}_]{2}$/u.test(beside))).toEqual([]);
      expect(cuts.filter((at) => /\d[.,]?$/.test(text.slice(0, at)) && /^[.,]?\d/.test(text.slice(at)))).toEqual([]);
      expect(shown.reduce((sum, { from, to }) => sum + to - from, 0)).toBeGreaterThan(chars / 2 - 40);
    }
  });

  it('parts numbers that only commas part between two of them', () => {
    const text = Array.from({ length: 400 }, (_, at) => at * 7919).join(',');
    for (let chars = 200; chars < 1_500; chars += 7) {
      for (const { from, to } of chooseRanges(text, { chars, terms: [] })) {
        for (const at of [from, to]) expect(text.slice(at - 1, at + 1)).not.toMatch(/^\d\d$/);
      }
    }
  });

  it.each([
    ['decimals in rows without spaces', (at: number) => `${at}.50`, ','],
    ['dates in rows without spaces', (at: number) => `2031-05-${10 + (at % 20)}`, ','],
    ['dates and times', (at: number) => `due on 2031-05-${10 + (at % 20)} at 10:${10 + (at % 50)}:07.25 or`, ' '],
    ['fractions and dates with strokes', (at: number) => `about ${at}/4 by 03/05/2031`, ' '],
    ['numbers of phones and orders', (at: number) => `call 555-0100-${1000 + at} for 88213-${4417 + at}`, ' '],
    ["thousands as 1'000", (at: number) => `paid ${1 + at}'000'250 francs`, ' '],
  ])('shows whole: %s', (_name, row, sign) => {
    const text = Array.from({ length: 400 }, (_, at) => row(at)).join(sign);
    const number = /\d(?:[.:\-/']?\d)*/g;
    const insides = [...text.matchAll(number)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
    for (let chars = 200; chars < 1_500; chars += 3) {
      const cuts = chooseRanges(text, { chars, terms: [] }).flatMap(({ from, to }) => [from, to]);
      const halved = cuts.flatMap((at) => insides.filter(({ from, to }) => from < at && at < to));
      expect(halved.map(({ from, to }) => text.slice(from, to))).toEqual([]);
    }
  });
});
