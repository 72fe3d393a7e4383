/** The first 64 primes. */
const PRIMES = Array.from({ length: 312 }, (_, at) => at).filter(
  (number) => number > 1 && !Array.from({ length: number }, (_, at) => at).some((by) => by > 1 && by * by <= number && number % by === 0),
);
const fraction = (value: number): number => ((value % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * Returns the SHA-256 of a text in UTF-8, as hex. That of the platform answers later, and here the answer is needed at
 * once, in any runtime. Source: FIPS 180-4.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) << 6) + 64));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);
  let state = START;
  for (let from = 0; from < padded.byteLength; from += 64) state = withBlock(state, padded, from);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function withBlock(state: readonly number[], bytes: DataView, from: number): number[] {
  const words: number[] = [];
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at++) {
    words.push(at < 16 ? bytes.getInt32(from + at * 4) : nextWord(words));
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at]! + words[at]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]!) | 0);
}

function nextWord(words: readonly number[]): number {
  const [early, late] = [words.at(-15)!, words.at(-2)!];
  const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
  const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
  return (words.at(-16)! + low + words.at(-7)! + high) | 0;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
