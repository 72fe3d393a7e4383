import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { readSpaceUnits, spaceKey, storedSpaceUnits, type SpaceUnits, type StoredSpaceUnits } from '@total-recall/domain';
import { UNIT_STATE_BYTES } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { joinLines, splitIntoLines } from './state-lines.ts';

/**
 * Version of stored states. It rises where the fold makes other states of the same entries, and where their form
 * changes; stores drop those of another version, so that they are folded again.
 */
export const UNITS_VERSION = 10;

/** A state as stores keep it. */
export interface PackedUnits {
  readonly tenant: string;
  readonly space: string;
  readonly sequence: number;
  readonly packed: Uint8Array;
}

/** Smaller states stay text: compressing them gains less than it costs. */
const COMPRESSED_FROM_BYTES = 4 * 1024;
/** A packed state is at most this part of the bound, so that it fits in one request to a server. */
const PACKED_SHARE = 1 / 4;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const OPENING_BRACE = 0x7b;

const compress = promisify<Uint8Array, typeof LEVEL, Uint8Array>(zstdCompress);
const decompress = promisify<Uint8Array, { maxOutputLength: number }, Uint8Array>(zstdDecompress);

/** Stands for a state that was too large to keep. */
interface LeftOut {
  readonly leftOutBytes: number;
}

/**
 * Packs the states of one save, each space once, with the highest sequence. It lets others in while it packs a large
 * one. Of a state above the bound it packs only how large it was. Errors: `internal` for a state without a whole sequence.
 */
export async function packSpaceUnits(states: readonly SpaceUnits[], maxBytes = UNIT_STATE_BYTES): Promise<PackedUnits[]> {
  const newest = new Map<string, SpaceUnits>();
  for (const state of states) {
    if (!Number.isSafeInteger(state.sequence) || state.sequence < 0)
      throw new TotalRecallError('internal', `The units of space ${state.space} have no whole sequence.`);
    const key = spaceKey(state);
    if ((newest.get(key)?.sequence ?? -1) <= state.sequence) newest.set(key, state);
  }
  const packed: PackedUnits[] = [];
  for (const state of newest.values()) {
    const { tenant, space, sequence } = state;
    packed.push({ tenant, space, sequence, packed: await packOne(state, maxBytes) });
  }
  return packed;
}

async function packOne(state: SpaceUnits, maxBytes: number): Promise<Uint8Array> {
  const lines: Uint8Array[] = [];
  let bytes = 0;
  for await (const line of splitIntoLines(storedSpaceUnits(state))) {
    bytes += line.length;
    if (bytes > maxBytes) return leftOut(bytes);
    lines.push(line);
  }
  const json = Buffer.concat(lines);
  if (json.length < COMPRESSED_FROM_BYTES) return json;
  const packed = await compress(json, LEVEL);
  return packed.length > maxBytes * PACKED_SHARE ? leftOut(bytes) : packed;
}

const leftOut = (leftOutBytes: number): Uint8Array => new TextEncoder().encode(JSON.stringify({ leftOutBytes } satisfies LeftOut));

/** Reads a packed state. Errors: `damaged`; `payload_too_large` for one that was left out. */
export async function unpackSpaceUnits(packed: Uint8Array): Promise<SpaceUnits> {
  const stored = await readStored(packed).catch((cause: unknown) => {
    throw new TotalRecallError('damaged', 'The stored units of a space are not what was written.', { cause });
  });
  if ('leftOutBytes' in stored)
    throw new TotalRecallError(
      'payload_too_large',
      `The units of this space took at least ${stored.leftOutBytes} bytes, which is more than is kept of one space. Erase what it no longer needs.`,
      { details: { bytes: stored.leftOutBytes } },
    );
  return readSpaceUnits(stored);
}

async function readStored(packed: Uint8Array): Promise<StoredSpaceUnits | LeftOut> {
  const json = packed[0] === OPENING_BRACE ? packed : await decompress(packed, { maxOutputLength: UNIT_STATE_BYTES });
  return (await joinLines(json)) as StoredSpaceUnits | LeftOut;
}
