import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packBody, unpackBody } from './pack-body.ts';

const bytesOf = (body: object): number => Buffer.byteLength(JSON.stringify(body));

describe('packBody', () => {
  it('gives back every body, in no more bytes than its JSON has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), fc.dictionary(fc.string(), fc.jsonValue()), (text, extra) => {
        const body = JSON.parse(JSON.stringify({ text, meta: { extra } })) as object;
        const packed = packBody(body);
        expect(unpackBody(packed)).toEqual(body);
        expect(packed.length).toBeLessThanOrEqual(bytesOf(body));
      }),
    );
  });

  it('halves what repeats itself, reads JSON as earlier programs sealed it, and refuses the rest', () => {
    const body = { text: 'export function one(two: number): number { return two; }\n'.repeat(20), meta: {} };
    expect(packBody(body).length).toBeLessThan(bytesOf(body) / 2);
    expect(unpackBody(Buffer.from(JSON.stringify(body)))).toEqual(body);
    for (const plain of [Buffer.of(), Buffer.of(1), Buffer.of(1, 7, 7), Buffer.from('no JSON')]) expect(() => unpackBody(plain)).toThrow();
  });
});
