import { createHash } from 'node:crypto';
import type { KeptTokens } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINILM_CODEBOOK } from './minilm-codebook.ts';
import { packTokens, unpackTokens } from './pack-tokens.ts';
import { checkKeptTokens, createTokenScratch, decodeTokens, keptDimensions, tokenCodec } from './token-codecs.ts';

const DIMENSIONS = 128;
const NAMES = ['int8', MINILM_CODEBOOK.name];

/** Rows similar to those of the model: the first dimensions vary most. */
const rowsOf = fc
  .array(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }), { maxLength: 12 })
  .map((rows) => Float32Array.from(rows.flatMap((row) => row.map((value, at) => value / Math.sqrt(4 + at)))));
const idsOf = fc.uniqueArray(fc.nat({ max: 4_294_967_295 }), { maxLength: 30 }).map((ids) => Uint32Array.from(ids).sort());

function keptOf(codec: string, rows: Float32Array, ids: Uint32Array, lines: readonly number[]): KeptTokens {
  const count = rows.length / DIMENSIONS;
  return {
    codec,
    ids,
    lines: Uint8Array.from({ length: count }, (_, at) => lines[at % lines.length]!),
    codes: tokenCodec(codec)!.encode(rows, DIMENSIONS),
  };
}

const kept = fc
  .tuple(fc.constantFrom(...NAMES), rowsOf, idsOf, fc.array(fc.nat(255), { minLength: 1 }))
  .map(([codec, rows, ids, lines]) => ({ tokens: keptOf(codec, rows, ids, lines), rows }));

describe.each(NAMES)('codec %s', (name) => {
  it('gives rows of length 1 back, in a direction that is near for rows as the model gives them', () => {
    const scratch = createTokenScratch();
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const tokens = keptOf(name, rows, new Uint32Array(0), [0]);
        const { vectors, scales } = decodeTokens(tokens, scratch);
        const alone = decodeTokens(tokens);
        expect(vectors).toEqual(alone.vectors);
        expect(scales).toEqual(alone.scales);
        scales.forEach((scale, row) => {
          const own = Float32Array.from(vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS), (value) => value * scale);
          if (scale > 0) expect(Math.hypot(...own)).toBeCloseTo(1, 4);
          const given = rows.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS);
          const cosine = own.reduce((sum, value, at) => sum + value * given[at]!, 0) / Math.hypot(...given);
          if (Math.hypot(...given) > 0.1) expect(cosine).toBeGreaterThan(name === 'int8' ? 0.999 : 0.5);
        });
      }),
      { numRuns: 40 },
    );
  });
});

it('says what rows are of, and refuses what it could not read again', () => {
  const tokens = keptOf(MINILM_CODEBOOK.name, new Float32Array(2 * DIMENSIONS).fill(1), Uint32Array.of(3, 9), [0]);
  expect(keptDimensions(tokens)).toBe(DIMENSIONS);
  expect(tokens.codes).toHaveLength(2 * MINILM_CODEBOOK.groups.length);
  checkKeptTokens(tokens);
  for (const broken of [
    { ...tokens, codec: 'no such codec' },
    { ...tokens, ids: Uint32Array.of(9, 3) },
    { ...tokens, ids: Uint32Array.of(3, 3) },
    { ...tokens, lines: new Uint8Array(3) },
    { ...tokens, codec: 'int8', lines: new Uint8Array(7) },
  ])
    expect(() => checkKeptTokens(broken)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('packs token vectors into bytes and gives them back as they were', () => {
  fc.assert(
    fc.property(kept, ({ tokens }) => {
      expect(unpackTokens(packTokens(tokens))).toEqual(tokens);
    }),
  );
  expect(() => unpackTokens(Uint8Array.of(99, 0, 0))).toThrow(expect.objectContaining({ code: 'internal' }));
});

it('has the codebook that was written', () => {
  const bytes = Buffer.from(MINILM_CODEBOOK.base64, 'base64');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(MINILM_CODEBOOK.sha256);
  expect(MINILM_CODEBOOK.groups.reduce((sum, size) => sum + size, 0)).toBe(DIMENSIONS);
  expect(bytes).toHaveLength(256 * DIMENSIONS);
});
