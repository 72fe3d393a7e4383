import { timingSafeEqual } from 'node:crypto';
import { hmacHex } from '@total-recall/runtime';

const SIGNATURE_CHARS = 16;

/** Signs retrieval ids, and recognises its own wherever a recall result is quoted. Source: E11. */
export function createRetrievalSigner(key: Uint8Array) {
  const sign = (id: string): string => `${id}.${hmacHex(key, 'retrieval-id', id).slice(0, SIGNATURE_CHARS)}`;
  return {
    sign,
    isOurs(signed: string): boolean {
      const expected = Buffer.from(sign(signed.split('.')[0]!));
      const given = Buffer.from(signed);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
