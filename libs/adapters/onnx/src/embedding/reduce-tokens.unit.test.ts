import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MINILM_PROJECTION } from './minilm-projection.ts';
import { createLearnedProjection, createProjection, meanVector, quantiseInto } from './reduce-tokens.ts';

/** Creates numbers that look random and are always the same. */
const wave = (seed: number, length = 384): Float32Array =>
  Float32Array.from({ length }, (_, index) => Math.sin(seed * 12.9898 + index * (1 + seed * 0.37)));
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const cosine = (a: Float32Array, b: Float32Array): number => dot(a, b) / Math.hypot(...a) / Math.hypot(...b);

describe('createProjection', () => {
  it('keeps cosines nearly as they are, from any offset, the same each time', () => {
    const project = createProjection(384, 128);
    const again = createProjection(384, 128);
    for (let seed = 1; seed < 40; seed++) {
      const near = wave(seed).map((value, index) => value + 0.7 * Math.cos(index * seed));
      const [a, b] = [project(wave(seed), 0).slice(), project(Float32Array.from([9, 9, ...near]), 2).slice()];
      expect(Math.abs(cosine(a, b) - cosine(wave(seed), near))).toBeLessThan(0.25);
      expect(again(wave(seed), 0)).toEqual(a);
    }
  });

  it('keeps every cosine when it takes all outputs of a power of two', () => {
    const project = createProjection(8, 8);
    const [a, b] = [project(wave(1, 8), 0).slice(), project(wave(2, 8), 0).slice()];
    expect(cosine(a, b)).toBeCloseTo(cosine(wave(1, 8), wave(2, 8)), 5);
  });
});

describe('createLearnedProjection', () => {
  it('gives the product with each row of the matrix, from any offset', () => {
    const weights = Int8Array.from([1, 0, 0, 1, 2, -1, -128, 127]);
    const project = createLearnedProjection(weights, 2);
    expect([...project(Float32Array.from([9, 3, 4]), 1)]).toEqual([3, 4, 2, 124]);
    expect(() => createLearnedProjection(weights, 3)).toThrow(RangeError);
  });

  it("takes MiniLM's matrix, whose rows are of one length and at right angles", () => {
    const bytes = Buffer.from(MINILM_PROJECTION.base64, 'base64');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(MINILM_PROJECTION.sha256);
    const weights = Float32Array.from(new Int8Array(bytes));
    expect(weights).toHaveLength(384 * MINILM_PROJECTION.dimensions);
    const row = (at: number): Float32Array => weights.subarray(at * 384, (at + 1) * 384);
    const length = Math.hypot(...row(0));
    for (let at = 1; at < MINILM_PROJECTION.dimensions; at++) {
      expect(Math.abs(Math.hypot(...row(at)) / length - 1)).toBeLessThan(0.03);
      expect(Math.abs(cosine(row(at), row(at - 1)))).toBeLessThan(0.05);
    }
  });
});

describe('quantiseInto', () => {
  it('stores a vector as int8 of length 1, in the same direction', () => {
    const target = new Int8Array(800);
    for (const factor of [1e-6, 1, 1e6]) {
      const vector = wave(3).map((value) => value * factor);
      const scale = quantiseInto(target, 400, vector);
      const stored = Float32Array.from(target.subarray(400, 784), (value) => value * scale);
      expect(Math.hypot(...stored)).toBeCloseTo(1, 5);
      expect(cosine(stored, vector)).toBeGreaterThan(0.999);
      expect(Math.max(...target.subarray(400, 784).map(Math.abs))).toBe(127);
    }
    expect([...target.subarray(0, 400), ...target.subarray(784)].every((value) => value === 0)).toBe(true);
  });

  it('gives a vector of length 0, or one that is no number, scale 0', () => {
    const target = new Int8Array(4);
    expect(quantiseInto(target, 0, new Float32Array(4))).toBe(0);
    expect(quantiseInto(target, 0, Float32Array.from([1, Number.NaN, 0, 0]))).toBe(0);
    expect([...target]).toEqual([0, 0, 0, 0]);
  });
});

describe('meanVector', () => {
  it('is the direction of the mean of the rows asked for', () => {
    const mean = meanVector(Float32Array.from([3, 0, 0, 4, 100, 100]), 2, 2);
    expect(mean[0]).toBeCloseTo(0.6);
    expect(mean[1]).toBeCloseTo(0.8);
  });
});
