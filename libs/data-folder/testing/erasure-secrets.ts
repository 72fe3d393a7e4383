import { createHmac } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Returns a string that occurs nowhere else and stays one term in the index. */
export const secret = (n: number): string => `zq${String.fromCharCode(97 + (n % 26))}${String.fromCharCode(97 + Math.floor(n / 26))}vxkj`;

/** Returns filler text about a subject. */
export const words = (about: string, times: number): string => `The ferry at ${about} waits for the tide. `.repeat(times);

/** Computes the sealed form of a term in the index of a space (ADR 0055), independently of the implementation. */
export function sealedTerm(spaceKey: Uint8Array, term: string): string {
  const key = createHmac('sha256', spaceKey).update('index-terms').digest();
  const bits = [...createHmac('sha256', key).update(term).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: 10 }, (_, at) => LETTERS[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)]).join('');
}
