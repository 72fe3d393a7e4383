import { describe, expect, it } from 'vitest';
import { createLateInteraction, type TokenMatrix } from './late-interaction.ts';
import { quantiseRows } from './quantise-vector.ts';

function documentOf(...rows: readonly (readonly number[])[]): TokenMatrix {
  return { ids: Uint32Array.from(rows, (_, at) => at), ...quantiseRows(Float32Array.from(rows.flat()), rows[0]?.length ?? 0) };
}

const flat = (): number => 1;
const query = { ids: [7, 8], vectors: Float32Array.from([1, 0, 0, 1]) };

describe('late interaction', () => {
  it('is the mean of the best cosine of each query token', () => {
    const score = createLateInteraction(query, flat);
    expect(score(documentOf([1, 0], [0, 1]))).toBeCloseTo(1, 5);
    expect(score(documentOf([1, 0]))).toBeCloseTo(0.5, 5);
    expect(score(documentOf([0.6, 0.8], [-1, 0]))).toBeCloseTo(0.7, 2);
    expect(score(documentOf([-1, 0]))).toBeCloseTo(-0.5, 5);
  });

  it('weighs query tokens by their idf', () => {
    const score = createLateInteraction(query, (id) => (id === 7 ? 3 : 1));
    expect(score(documentOf([1, 0]))).toBeCloseTo(0.75, 5);
    expect(score(documentOf([0, 1]))).toBeCloseTo(0.25, 5);
  });

  it('does not care for the length of the query vectors', () => {
    const long = createLateInteraction({ ids: [7, 8], vectors: Float32Array.from([40, 0, 0, 0.001]) }, flat);
    expect(long(documentOf([0.6, 0.8]))).toBeCloseTo(createLateInteraction(query, flat)(documentOf([0.6, 0.8])), 6);
  });

  it('is 0 without tokens or weight', () => {
    expect(createLateInteraction({ ids: [], vectors: new Float32Array(0) }, flat)(documentOf([1, 0]))).toBe(0);
    expect(createLateInteraction(query, flat)(documentOf())).toBe(0);
    expect(createLateInteraction(query, () => 0)(documentOf([1, 0]))).toBe(0);
  });

  it('refuses rows of other dimensions', () => {
    expect(() => createLateInteraction(query, flat)(documentOf([1, 0, 0]))).toThrow(RangeError);
    expect(() => createLateInteraction({ ids: [1, 2], vectors: new Float32Array(5) }, flat)).toThrow(RangeError);
  });
});
