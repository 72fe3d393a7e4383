import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { LedgerEntry } from '@total-recall/domain';
import { firstAbove } from '../first-above.ts';

/** Entries of a partition by their numbers, which follow each other from 1 on. They are held packed, and read as copies. */
export interface HeldEntries {
  add(entry: LedgerEntry): void;
  /** Returns the entries of these numbers in their order; it is fast where the numbers ascend or descend. */
  read(sequences: readonly number[]): LedgerEntry[];
  readonly heldBytes: number;
}

interface Block {
  /** Number of its first entry. */
  readonly first: number;
  readonly packed: Uint8Array;
}

/** JSON that is packed at once: more of it packs better, and takes longer to read one entry of. */
const BLOCK_BYTES = 8 * 1024;
/** Bytes that a block takes beside its own: its buffer and its place in the list. */
const BLOCK_OVERHEAD_BYTES = 200;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function createHeldEntries(): HeldEntries {
  const blocks: Block[] = [];
  /** The latest entries as JSON, which are no block yet. */
  let open: string[] = [];
  let openBytes = 0;
  let openFirst = 1;
  let packedBytes = 0;
  const seal = (): void => {
    const packed = zstdCompressSync(`[${open.join(',')}]`, LEVEL);
    // A copy, as what is packed is a part of a larger buffer.
    blocks.push({ first: openFirst, packed: Uint8Array.from(packed) });
    packedBytes += packed.length + BLOCK_OVERHEAD_BYTES;
    openFirst += open.length;
    [open, openBytes] = [[], 0];
  };
  const blockOf = (sequence: number): Block => blocks[firstAbove(blocks, sequence, ({ first }) => first) - 1]!;
  return {
    add(entry) {
      const json = JSON.stringify(entry);
      open.push(json);
      if ((openBytes += json.length) >= BLOCK_BYTES) seal();
    },
    read(sequences) {
      let last: { readonly block: Block; readonly entries: readonly LedgerEntry[] } | undefined;
      return sequences.map((sequence) => {
        if (sequence >= openFirst) return JSON.parse(open[sequence - openFirst]!) as LedgerEntry;
        const block = blockOf(sequence);
        if (last?.block !== block) last = { block, entries: JSON.parse(zstdDecompressSync(block.packed).toString()) as LedgerEntry[] };
        return last.entries[sequence - block.first]!;
      });
    },
    get heldBytes() {
      return packedBytes + openBytes;
    },
  };
}
