import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Position } from '@total-recall/domain';
import type { Random } from '@total-recall/ports';
import { createLruMap } from '../caches/recent-entries.ts';
import { decrypt, encrypt, NONCE_BYTES } from './aead.ts';

/** Owner of positions. A token of one place means nothing in another. */
export interface PositionPlace {
  readonly tenant: string;
  readonly space: string;
}

/**
 * Encrypts positions for callers. Tenants share partitions, so plain offsets would tell each how much the others
 * write. Tokens consist of `A-Z a-z 0-9 _ -`. Without the key nobody can order two tokens, measure their distance, or
 * make one. Source: ADR 0087.
 */
export interface PositionSealer {
  /** Returns 23 characters, always the same for the same position and place. */
  seal(place: PositionPlace, position: Position): string;
  /**
   * Seals the ends of several partitions as a token that differs each time, so that it does not show
   * whether others wrote since.
   */
  sealEnds(place: PositionPlace, ends: readonly Position[]): string;
  /** Opens either kind of token; undefined if it is not one of this place and this log. */
  open(place: PositionPlace, token: string): readonly Position[] | undefined;
}

export interface PositionSealerDeps {
  /** 32 bytes, shared by the processes of a service. */
  readonly key: Uint8Array;
  /** Generation of the log whose positions are sealed. */
  readonly generation: string;
  readonly random: Random;
}

const BLOCK_BYTES = 16;
const OFFSET_BYTES = 6;
const PARTITION_AT = OFFSET_BYTES;
const ZEROS_AT = OFFSET_BYTES + 3;
const ONE = /^p[\w-]{22}$/;
const ENDS = /^c[\w-]{59,}$/;
const PLACES_KEPT = 1_000;

/** Keys of one place. */
interface Keys {
  readonly bytes: Uint8Array;
  encryptBlock(block: Uint8Array): Buffer;
  decryptBlock(block: Uint8Array): Buffer;
}

/**
 * Creates the sealer. A position is one AES block under a key of its place: offset, partition and seven zeros.
 * A block cipher is a permutation, so the token is as short as possible and needs no nonce. Of 2^56 invented
 * tokens one ends in zeros.
 */
export function createPositionSealer({ key, generation, random }: PositionSealerDeps): PositionSealer {
  const kept = createLruMap<Keys>(PLACES_KEPT);
  const keysOf = ({ tenant, space }: PositionPlace): Keys => {
    const name = `${generation}\0${tenant}\0${space}`;
    const known = kept.get(name);
    if (known) return known;
    const made = blockKeys(createHmac('sha256', key).update('positions\0').update(name).digest());
    kept.set(name, made);
    return made;
  };
  return {
    seal: (place, position) => `p${keysOf(place).encryptBlock(toBlock(position)).toString('base64url')}`,
    sealEnds(place, ends) {
      const nonce = random.bytes(NONCE_BYTES);
      const sealed = encrypt(keysOf(place).bytes, nonce, Buffer.concat(ends.map(toBlock)), new Uint8Array());
      return `c${Buffer.concat([nonce, sealed]).toString('base64url')}`;
    },
    open(place, token) {
      const bytes = Buffer.from(token.slice(1), 'base64url');
      // Several base64 texts decode to the same bytes; only the one that was given out is accepted.
      if (bytes.toString('base64url') !== token.slice(1)) return undefined;
      const keys = keysOf(place);
      const plain = ONE.test(token) ? keys.decryptBlock(bytes) : ENDS.test(token) ? openEnds(keys, bytes) : undefined;
      return plain && fromBlocks(plain, generation);
    },
  };
}

function openEnds({ bytes: key }: Keys, bytes: Uint8Array): Uint8Array | undefined {
  return decrypt(key, bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES), new Uint8Array());
}

/** Single blocks do not depend on earlier ones, so one cipher object serves all. */
function blockKeys(bytes: Buffer): Keys {
  const cipher = createCipheriv('aes-256-ecb', bytes, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-256-ecb', bytes, null).setAutoPadding(false);
  return { bytes, encryptBlock: (block) => cipher.update(block), decryptBlock: (block) => decipher.update(block) };
}

function toBlock({ partition, offset }: Position): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  block.writeUIntBE(offset, 0, OFFSET_BYTES);
  block.writeUIntBE(partition, PARTITION_AT, ZEROS_AT - PARTITION_AT);
  return block;
}

function fromBlocks(plain: Uint8Array, generation: string): Position[] | undefined {
  const blocks = Buffer.from(plain);
  const positions: Position[] = [];
  for (let at = 0; at < blocks.length; at += BLOCK_BYTES) {
    if (blocks.subarray(at + ZEROS_AT, at + BLOCK_BYTES).some((byte) => byte !== 0)) return undefined;
    const offset = blocks.readUIntBE(at, OFFSET_BYTES);
    positions.push({ generation, partition: blocks.readUIntBE(at + PARTITION_AT, ZEROS_AT - PARTITION_AT), offset });
  }
  return positions;
}
