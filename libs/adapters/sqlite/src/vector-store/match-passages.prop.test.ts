import { NO_LINE, segmentsOfRows, type KeptTokens, type TokenMatrix } from '@total-recall/domain';
import { decodeTokens, MINILM_CODEBOOK, packTokens, tokenCodec } from '@total-recall/runtime';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COSINE_ERROR, createProductKernel } from '../kernels/product-kernel.ts';
import { createPassageMatching } from './match-passages.ts';
import { unpackMatches } from './packed-matches.ts';
import { createMatching } from './score-tokens.ts';

const WIDTH = 128;
const CODES = MINILM_CODEBOOK.groups.length;

const query: fc.Arbitrary<TokenMatrix> = fc.integer({ min: 0, max: 40 }).chain((rows) =>
  fc.int8Array({ minLength: rows * WIDTH, maxLength: rows * WIDTH }).map((vectors) => ({
    ids: Uint32Array.from({ length: rows }, (_, row) => row * 3),
    vectors,
    scales: new Float32Array(rows).fill(1),
  })),
);

/** Lines as the model's reader gives them, each in one run, or in any order. */
const lines = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 9 }).map((own) => own.sort((left, right) => left - right)),
  fc.array(fc.constantFrom(0, 1, 2, NO_LINE), { maxLength: 9 }),
);

const kept: fc.Arbitrary<KeptTokens> = fc
  .tuple(lines, fc.boolean(), fc.uint8Array({ minLength: 9 * WIDTH, maxLength: 9 * WIDTH }))
  .map(([own, isCoded, bytes]) => ({
    codec: isCoded ? MINILM_CODEBOOK.name : 'int8',
    ids: Uint32Array.of(1, 300, 70_000),
    lines: Uint8Array.from(own),
    codes: bytes.slice(0, own.length * (isCoded ? CODES : WIDTH)),
  }));

const lineCuts = fc.array(fc.double({ min: 0, max: 7, noNaN: true }), { maxLength: 4 }).map((cuts) => cuts.sort((a, b) => a - b));

it('has vector instructions on this machine, or the rest of this file compares one way with itself', () => {
  expect(createProductKernel(tokenCodec(MINILM_CODEBOOK.name)!.product!)).toBeDefined();
});

it('finds in stored passages what is found in them decoded, all but for what products lose', () => {
  const [stored, decoded] = [createPassageMatching(), createMatching()];
  const idf = (id: number): number => 1 + id;
  fc.assert(
    fc.property(
      query,
      fc.array(fc.option(kept, { nil: undefined }), { maxLength: 12 }),
      fc.array(lineCuts, { maxLength: 12 }),
      (tokens, passages, cuts) => {
        const found = unpackMatches(
          stored(tokens, idf).match(
            passages.map((own) => own && packTokens(own)),
            cuts,
          ),
        );
        const { weights, match } = decoded(tokens, idf);
        expect(found.weights).toEqual(weights);
        const total = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
        passages.forEach((own, at) => {
          const [stored, wanted] = [
            found.matches[at],
            own && match(decodeTokens({ ...own, lines: segmentsOfRows(own.lines, cuts[at] ?? []) })),
          ];
          expect([stored?.best.length, stored?.lines.length]).toEqual([wanted?.best.length, wanted?.lines.length]);
          stored?.best.forEach((cosine, row) => expect(Math.abs(cosine - wanted!.best[row]!)).toBeLessThan(COSINE_ERROR));
          stored?.lines.forEach((sum, row) => expect(Math.abs(sum - wanted!.lines[row]!)).toBeLessThanOrEqual(COSINE_ERROR * total));
        });
      },
    ),
    { numRuns: 150 },
  );
});

it('keeps to rows of the same dimensions', () => {
  const tokens = { ids: Uint32Array.of(1), vectors: new Int8Array(16).fill(3), scales: Float32Array.of(1) };
  const passage = packTokens({
    codec: MINILM_CODEBOOK.name,
    ids: Uint32Array.of(1),
    lines: Uint8Array.of(0),
    codes: new Uint8Array(CODES),
  });
  expect(() => createPassageMatching()(tokens, () => 1).match([passage])).toThrow(RangeError);
});
