import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Replaces the words of one space for the index. Without the space's key the index shows which documents share
 * words, but not which words.
 */
export interface TermSealer {
  /** Hashes an analysed term with a key: ten characters of [a-z2-7], always the same for a term. */
  term(term: string): string;
  /**
   * Permutes the id of a wordpiece; no two get the same. Changes only the lowest 16 bits, enough
   * for a vocabulary of 65,536.
   */
  wordpiece(id: number): number;
}

/** Rough size of one hashed term in the cache, in bytes. */
const TERM_BYTES = 130;

/**
 * Limits the hashed terms that several sealers cache together. All are dropped when it is full, because hashing
 * takes only two microseconds.
 */
export interface TermRoom {
  /** Makes room for one more term of a sealer, which is told when to forget its own. */
  take(forget: () => void): void;
  readonly heldBytes: number;
  /** Sets the share of the room, from 0 to 1, that may be used. */
  shrink(share: number): void;
}

export function createTermRoom(mostBytes: number): TermRoom {
  const holders = new Set<() => void>();
  let held = 0;
  let most = mostBytes;
  return {
    shrink: (share) => void (most = mostBytes * share),
    get heldBytes() {
      return held * TERM_BYTES;
    },
    take(forget) {
      if ((held + 1) * TERM_BYTES > most) {
        for (const forgetOwn of holders) forgetOwn();
        holders.clear();
        held = 0;
      }
      held += 1;
      holders.add(forget);
    },
  };
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CHARACTERS = 10;
const ROUNDS = 4;
const HALF = 256;

/**
 * Creates a term sealer. Hashes have 50 bits: among a million terms of a space, a collision has a
 * chance of one in two thousand.
 */
export function createTermSealer(spaceKey: Uint8Array, room: TermRoom): TermSealer {
  const termKey = derivedKey(spaceKey, 'index-terms');
  const tables = permutationTables(derivedKey(spaceKey, 'index-wordpieces'));
  const known = new Map<string, string>();
  const forget = (): void => known.clear();
  return {
    term(term) {
      let sealed = known.get(term);
      if (sealed === undefined) {
        room.take(forget);
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

/** Derives a table of 256 bytes for each round of a Feistel network over two bytes. */
function permutationTables(key: KeyObject): Uint8Array {
  const blocks = Array.from({ length: (ROUNDS * HALF) / 32 }, (_, block) => createHmac('sha256', key).update(String(block)).digest());
  return new Uint8Array(Buffer.concat(blocks));
}
