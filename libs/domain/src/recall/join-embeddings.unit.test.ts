import { describe, expect, it } from 'vitest';
import { joinEmbeddings, type ChunkEmbedding } from './join-embeddings.ts';

const chunk = (vector: number[], ids: number[]): ChunkEmbedding => ({
  vector: Float32Array.from(vector),
  tokens: {
    ids: Uint32Array.from(ids),
    vectors: Int8Array.from(ids.flatMap((id) => [id, -id])),
    scales: Float32Array.from(ids, (id) => id / 10),
  },
});

describe('joinEmbeddings', () => {
  it('leaves a single chunk as it is', () => {
    const { vector, tokens } = joinEmbeddings([chunk([0.6, 0.8], [1, 2])], 10);
    expect([...vector.values].map((value) => value * vector.scale)).toEqual([expect.closeTo(0.6, 2), expect.closeTo(0.8, 2)]);
    expect(tokens).toEqual(chunk([], [1, 2]).tokens);
  });

  it('takes the mean direction and joins the rows up to the bound', () => {
    const { vector, tokens } = joinEmbeddings([chunk([1, 0], [1, 2]), chunk([0, 1], [3, 4])], 3);
    expect(vector.values[0]).toBe(vector.values[1]);
    expect(Math.hypot(...vector.values) * vector.scale).toBeCloseTo(1, 2);
    expect(tokens).toEqual(chunk([], [1, 2, 3]).tokens);
    const { tokens: none } = joinEmbeddings([{ vector: Float32Array.from([1]) }], 3);
    expect(none).toBeUndefined();
  });
});
