import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** What stands in an index for the words of one space. Whoever lacks the space's key learns from it which documents share words, and not which words. */
export interface TermSealer {
  /** A keyed hash of an analysed term: ten characters of [a-z2-7], the same for the same term. */
  term(term: string): string;
  /** Another number for the number of a wordpiece; no two get the same. Only the lowest 16 bits are changed, which a vocabulary of 65,536 is within. */
  wordpiece(id: number): number;
}

/** Terms that are kept hashed, in all; when there are more, all are forgotten, as making them again takes two microseconds each. */
const KEPT_TERMS = 20_000;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CHARACTERS = 10;
const ROUNDS = 4;
const HALF = 256;

/** 50 bits: that any two of a million terms of a space share a hash has a chance of one in two thousand. */
export function createTermSealer(spaceKey: Uint8Array): TermSealer {
  const termKey = derivedKey(spaceKey, 'index-terms');
  const tables = permutationTables(derivedKey(spaceKey, 'index-wordpieces'));
  const known = new Map<string, string>();
  return {
    term(term) {
      let sealed = known.get(term);
      if (sealed === undefined) {
        if (known.size >= KEPT_TERMS) known.clear();
        known.set(term, (sealed = hashed(termKey, term)));
      }
      return sealed;
    },
    wordpiece(id) {
      let left = (id >>> 8) & 255;
      let right = id & 255;
      for (let round = 0; round < ROUNDS; round += 1) [left, right] = [right, left ^ tables[round * HALF + right]!];
      return ((id & 0xff_ff_00_00) | (left << 8) | right) >>> 0;
    },
  };
}

function derivedKey(spaceKey: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(createHmac('sha256', spaceKey).update(purpose).digest());
}

function hashed(key: KeyObject, term: string): string {
  const bytes = createHmac('sha256', key).update(term).digest();
  let sealed = '';
  let bits = 0;
  let held = 0;
  for (let at = 0; sealed.length < CHARACTERS;) {
    if (held < 5) {
      bits = ((bits << 8) | bytes[at++]!) & 0xf_ff;
      held += 8;
    }
    held -= 5;
    sealed += ALPHABET[(bits >>> held) & 31];
  }
  return sealed;
}

/** A table of 256 bytes for each round of a Feistel network over two bytes. */
function permutationTables(key: KeyObject): Uint8Array {
  const blocks = Array.from({ length: (ROUNDS * HALF) / 32 }, (_, block) => createHmac('sha256', key).update(String(block)).digest());
  return new Uint8Array(Buffer.concat(blocks));
}
