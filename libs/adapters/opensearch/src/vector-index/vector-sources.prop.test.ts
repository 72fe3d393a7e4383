import { quantiseVector } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlaceSource } from '../memory-index/place-source.ts';
import type { VectorSetSource } from './vector-sets.ts';
import { similarityTo, toKeptTokens, toTokenSource, toVectorSource } from './vector-sources.ts';

const set = { set: 's' } as VectorSetSource;
const place = { event: 'e', part: 0 } as PlaceSource;
const number = fc.float({ min: -1, max: 1, noNaN: true });

/** Returns a source as it comes back from the server. */
function stored<T>(source: T): T {
  return JSON.parse(JSON.stringify(source)) as T;
}

describe('vectors as they are stored', () => {
  it('keep every byte of token vectors, whatever their ids', () => {
    const tokens = fc.record({
      ids: fc.uniqueArray(fc.nat({ max: 4_294_967_295 }), { maxLength: 20 }).map((ids) => Uint32Array.from(ids).sort()),
      rows: fc.array(fc.tuple(fc.nat(255), fc.uint8Array({ minLength: 3, maxLength: 3 })), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(tokens, ({ ids, rows }) => {
        const kept = {
          codec: 'int8',
          ids,
          lines: Uint8Array.from(rows, ([line]) => line),
          codes: Uint8Array.from(rows.flatMap(([, codes]) => [...codes])),
        };
        const source = stored(toTokenSource('scope', set, kept));
        expect(toKeptTokens(source)).toEqual(kept);
        expect(source.pieces).toEqual([...ids]);
      }),
    );
  });

  it('give the similarity of the vector that was written', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 40 }), (pairs) => {
        const vector = quantiseVector(Float32Array.from(pairs, ([own]) => own));
        const query = Float32Array.from(pairs, ([, asked]) => asked);
        const wanted = vector.scale * query.reduce((sum, value, at) => sum + value * vector.values[at]!, 0);
        expect(similarityTo(query, stored(toVectorSource(place, set, vector)))).toBeCloseTo(wanted, 9);
      }),
    );
  });

  it('leave a vector of zeros out of the graph, which has no place for it', () => {
    expect(toVectorSource(place, set, quantiseVector(new Float32Array(4)))).not.toHaveProperty('vector');
    expect(toVectorSource(place, set, quantiseVector(Float32Array.of(0, 1, 0, 0))).vector).toEqual([0, 127, 0, 0]);
  });
});
