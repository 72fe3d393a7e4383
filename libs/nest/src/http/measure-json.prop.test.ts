import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceededLimit } from './measure-json.ts';

const ANY = 1_000_000;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Lists and objects, commas and colons of a value as it is written. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Object.values(value);
  const between = Math.max(0, own.length - 1) + (Array.isArray(value) ? 0 : own.length);
  return own.reduce((sum: number, each) => sum + valuesOf(each), 1 + between);
}

const noise = fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', '}', ',', ':', 'a') });

describe('JSON is measured before it is built', () => {
  it('and agrees with the parsed value, whatever stands in its strings', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 0, max: 7 }),
        fc.nat(40),
        noise,
        (value, jsonDepth, jsonValues, text) => {
          const noisy = { text, value };
          const json = bytesOf(JSON.stringify(noisy));
          expect(exceededLimit(json, { jsonDepth, jsonValues: ANY })).toBe(depthOf(noisy) > jsonDepth ? 'depth' : undefined);
          expect(exceededLimit(json, { jsonDepth: ANY, jsonValues })).toBe(valuesOf(noisy) > jsonValues ? 'values' : undefined);
        },
      ),
    );
  });

  it('and stops at its bounds in text that is no JSON', () => {
    const limits = { jsonDepth: 32, jsonValues: 1_000 };
    expect(exceededLimit(bytesOf('['.repeat(1_000_000)), limits)).toBe('depth');
    expect(exceededLimit(bytesOf(']'.repeat(1_000)), { ...limits, jsonDepth: 0 })).toBeUndefined();
    expect(exceededLimit(bytesOf(`[${'{},'.repeat(1_000)}{}]`), limits)).toBe('values');
  });
});
