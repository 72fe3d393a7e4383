import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPassages, utf8Length } from './split-passages.ts';

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('\n', '\n\n', '. ', ' ', '😀', '\ud83d', '東京。', 'x'.repeat(60)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

/** Bytes by the platform's own rule: a lone surrogate is written as U+FFFD. */
const bytesOf = (value: string): number =>
  [...value].reduce(
    (sum, char) => sum + (char.codePointAt(0)! < 0x80 ? 1 : char.codePointAt(0)! < 0x800 ? 2 : char.codePointAt(0)! < 0x10000 ? 3 : 4),
    0,
  );

describe('splitPassages', () => {
  it('concatenates to the whole, in characters and in bytes, and never cuts a pair', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 120 }), (input, targetChars) => {
        const pieces = splitPassages(input, { targetChars });
        expect(pieces.map((piece) => piece.text).join('')).toBe(input);
        let byte = 0;
        let char = 0;
        for (const piece of pieces) {
          expect(piece.fromByte).toBe(byte);
          expect(piece.fromChar).toBe(char);
          byte += bytesOf(piece.text);
          char += piece.text.length;
          expect(piece.toByte).toBe(byte);
          expect(piece.toChar).toBe(char);
          expect(piece.text.length).toBeGreaterThan(0);
          expect(piece.text.length).toBeLessThanOrEqual(Math.max(8, targetChars * 1.25 + 1));
        }
        expect(byte).toBe(utf8Length(input));
        expect(byte).toBe(bytesOf(input));
      }),
      { numRuns: 300 },
    );
  });

  it('makes longer passages rather than more than the limit', () => {
    expect(splitPassages('x y '.repeat(10_000), { targetChars: 100, maxPassages: 50 }).length).toBeLessThanOrEqual(50);
  });

  it('ends at a line where there is one near', () => {
    const input = `${'word '.repeat(15)}\n`.repeat(10);
    for (const piece of splitPassages(input, { targetChars: 200 })) expect(piece.text.endsWith('\n')).toBe(true);
  });
});
