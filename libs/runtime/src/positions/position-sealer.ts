import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Position } from '@total-recall/domain';
import type { Random } from '@total-recall/ports';
import { createRecentEntries } from '../recent/recent-entries.ts';
import { decrypt, encrypt, NONCE_BYTES } from '../sealing/aead.ts';

/** Whose positions they are: a token of one place says nothing in another. */
export interface PositionPlace {
  readonly tenant: string;
  readonly space: string;
}

/**
 * Positions as callers see them. Tenants share partitions, so a bare offset tells each how much the others write. Source: ADR 0087.
 * Tokens are of `A-Z a-z 0-9 _ -`; nobody without the key can tell two of them apart by order or distance, or make one.
 */
export interface PositionSealer {
  /** 23 characters, the same each time for the same position and place. */
  seal(place: PositionPlace, position: Position): string;
  /** Ends of several partitions, as a token that is another each time: that others have written since is not seen in it. */
  sealEnds(place: PositionPlace, ends: readonly Position[]): string;
  /** What either token stands for; undefined where it is none of this place and this log. */
  open(place: PositionPlace, token: string): readonly Position[] | undefined;
}

export interface PositionSealerDeps {
  /** 32 bytes, shared by the processes of a service. */
  readonly key: Uint8Array;
  /** Of the log whose positions are sealed. */
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

/** Of one place. */
interface Keys {
  readonly bytes: Uint8Array;
  encryptBlock(block: Uint8Array): Buffer;
  decryptBlock(block: Uint8Array): Buffer;
}

/**
 * A position is one block of AES under a key of its place: offset, partition and seven zeros. A block is a permutation, so the token is as short as it can
 * be and needs no nonce; of 2^56 tokens that somebody makes up one ends in zeros.
 */
export function createPositionSealer({ key, generation, random }: PositionSealerDeps): PositionSealer {
  const kept = createRecentEntries<Keys>(PLACES_KEPT);
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
      // Base64 has several texts of the same bytes; only the one that was given is taken.
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

/** Single blocks depend on nothing before them, so one cipher serves for all. */
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
