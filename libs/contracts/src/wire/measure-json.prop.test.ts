import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonMeter, type ExceededLimit, type JsonLimits } from './measure-json.ts';

const ANY = 1_000_000;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Counts the lists, objects, commas and colons of a value as JSON text. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Object.values(value);
  const between = Math.max(0, own.length - 1) + (Array.isArray(value) ? 0 : own.length);
  return own.reduce((sum: number, each) => sum + valuesOf(each), 1 + between);
}

/**
 * Feeds the text to a meter in parts of these lengths, repeated in turn, or all at once without lengths. Returns the
 * exceeded limit.
 */
function exceededLimit(json: Uint8Array, limits: JsonLimits, lengths: readonly number[] = []): ExceededLimit | undefined {
  const meter = createJsonMeter(limits);
  for (let [at, part] = [0, 0]; at < json.length; part++) {
    const to = at + (lengths[part % lengths.length] ?? json.length);
    const exceeded = meter.add(json.subarray(at, to));
    if (exceeded) return exceeded;
    at = to;
  }
  return undefined;
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
        fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
        (value, jsonDepth, jsonValues, text, lengths) => {
          const noisy = { text, value };
          const json = bytesOf(JSON.stringify(noisy));
          expect(exceededLimit(json, { jsonDepth, jsonValues: ANY }, lengths)).toBe(depthOf(noisy) > jsonDepth ? 'depth' : undefined);
          expect(exceededLimit(json, { jsonDepth: ANY, jsonValues }, lengths)).toBe(valuesOf(noisy) > jsonValues ? 'values' : undefined);
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
