import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutPassages } from './cut-passages.ts';
import { LINE_CHARS, splitLines } from './split-lines.ts';
import { utf8Length } from './utf8-length.ts';

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '\n',
        '\r\n',
        '\n\n',
        '. ',
        ' ',
        ', ',
        '\\n',
        '\\\\n',
        '"a\\n"',
        '😀',
        '\ud83d',
        '東京。',
        'x'.repeat(90),
        'word '.repeat(40),
      ),
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(''));
const limits = fc.record({ passageChars: fc.integer({ min: 300, max: 600 }), maxPassages: fc.constant(1_000) });

describe('splitLines', () => {
  it('concatenates to the whole, in characters and in bytes, and never cuts a pair', () => {
    fc.assert(
      fc.property(text, (input) => {
        const lines = splitLines(input);
        expect(lines.map((line) => line.text).join('')).toBe(input);
        for (const line of lines) {
          expect(line.text.length).toBeGreaterThan(0);
          expect(line.text.length).toBeLessThanOrEqual(LINE_CHARS);
          expect([line.fromByte, line.toByte]).toEqual([utf8Length(input, 0, line.fromChar), utf8Length(input, 0, line.toChar)]);
          expect(input.slice(line.fromChar, line.toChar)).toBe(line.text);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('splits any run of lines into the same lines', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (input, from, count) => {
        const lines = splitLines(input).map((line) => line.text);
        const first = lines.length === 0 ? 0 : from % lines.length;
        const run = lines.slice(first, first + 1 + (count % 12));
        expect(splitLines(run.join('')).map((line) => line.text)).toEqual(run);
      }),
      { numRuns: 500 },
    );
  });

  it('ends a line at a break written out in JSON, not at one in a string of a program', () => {
    expect(splitLines('{"a":"one\\ntwo\\n\\nthree"}').map((line) => line.text)).toEqual(['{"a":"one\\n', 'two\\n', '\\n', 'three"}']);
    expect(splitLines("print('x\\n'); s.split(/\\n/)")).toHaveLength(1);
    expect(splitLines('c:\\\\new folder')).toHaveLength(1);
  });

  it('ends a long line with a sentence or at a space', () => {
    const sentence = 'The boat went out before the rain came in from the west. ';
    expect(splitLines(sentence.repeat(9)).map((line) => line.text)).toEqual([sentence.repeat(3), sentence.repeat(3), sentence.repeat(3)]);
    for (const line of splitLines('word '.repeat(200)).slice(0, -1)) expect(line.text.endsWith(' ')).toBe(true);
  });
});

describe('cutPassages', () => {
  it('is made of whole lines that concatenate to the text, within its bounds', () => {
    fc.assert(
      fc.property(text, limits, (input, wanted) => {
        const passages = [...cutPassages(input, wanted)];
        expect(passages.map((passage) => passage.text).join('')).toBe(input);
        expect(passages.flatMap(({ lines }) => lines)).toEqual(splitLines(input));
        for (const passage of passages) {
          expect(passage.text.length).toBeLessThanOrEqual(wanted.passageChars * 1.25);
          expect(passage.lines.length).toBeLessThanOrEqual(250);
          expect(passage.fromByte).toBe(passage.lines[0]!.fromByte);
          expect(passage.toByte).toBe(passage.lines.at(-1)!.toByte);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('ends at a blank line where there is one behind the middle', () => {
    const paragraph = `${'The oar broke in the swell. '.repeat(10).trim()}\n\n`;
    const passages = [...cutPassages(paragraph.repeat(5), { passageChars: 400, maxPassages: 100 })];
    expect(passages.map((passage) => passage.text)).toEqual([paragraph, paragraph, paragraph, paragraph, paragraph]);
  });

  it('are given one by one, so that the first costs no more in a long text than in a short one', () => {
    const line = `${'The oar broke. '.repeat(5)}\n`;
    const wanted = { passageChars: 400, maxPassages: Infinity };
    const [first] = cutPassages(line.repeat(100_000), wanted);
    expect(first).toEqual([...cutPassages(line.repeat(12), wanted)][0]);
  });

  it('makes longer passages rather than more than the limit', () => {
    expect([...cutPassages('x y\n'.repeat(40_000), { passageChars: 400, maxPassages: 200 })].length).toBeLessThanOrEqual(200);
  });
});
