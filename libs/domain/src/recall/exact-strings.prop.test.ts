import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findExactStrings } from './exact-strings.ts';

const texts = (text: string) => findExactStrings(text).map((found) => found.text);

describe('findExactStrings', () => {
  it.each([
    ['at src/pool/lease.ts:88:12 in take', 'src/pool/lease.ts:88:12'],
    ['  File "lib/pool.py", line 17, in take', 'File "lib/pool.py", line 17'],
    ['LeaseError: no lease left for harbour-7', 'LeaseError: no lease left for harbour-7'],
    ['run it with --max-retries=7 please', '--max-retries=7'],
    ['commit 9f2c41e7ab done', '9f2c41e7ab'],
    ['id 3e1f0c52-8a6b-4d1e-9c77-2b1a6f0d9e44.', '3e1f0c52-8a6b-4d1e-9c77-2b1a6f0d9e44'],
    ['paid with voucher_card_5520917 today', 'voucher_card_5520917'],
    ['error QX2204 came', 'QX2204'],
    ['at 2031-04-05T06:07:08Z it ended', '2031-04-05T06:07:08Z'],
  ])('finds the one in %j', (text, expected) => {
    expect(texts(text)).toContain(expected);
  });

  it('answers verbatim strings, each once, and never more than asked', () => {
    fc.assert(
      fc.property(fc.string({ size: 'large' }), fc.integer({ min: 0, max: 20 }), (text, limit) => {
        const found = findExactStrings(text, limit).map((exact) => exact.text);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found).size).toBe(found.length);
        for (const exact of found) expect(text).toContain(exact);
      }),
    );
  });

  it('finds nothing in plain words', () => {
    expect(texts('nothing here is worth knowing by heart')).toEqual([]);
  });
});
