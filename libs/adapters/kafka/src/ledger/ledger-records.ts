import type { NewLedgerEntry } from '@total-recall/domain';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

/** Claims the partition for a process from here on. It counts when its epoch is higher than all before it. */
export interface Claim {
  readonly epoch: number;
  /** Random id of this claim. */
  readonly owner: string;
}

/** A piece of an append. The last piece decides whether all of it counts. */
export interface AppendPiece {
  readonly epoch: number;
  readonly owner: string;
  /** Number of the last entry that its owner has seen. */
  readonly after: number;
  /** Random id of this append. */
  readonly id: string;
  readonly piece: number;
  readonly pieces: number;
}

export type LedgerRecord =
  | { readonly kind: 'claim'; readonly claim: Claim }
  | { readonly kind: 'append'; readonly append: AppendPiece; readonly bytes: Buffer };

/** Size of a piece. A request that names many events is longer than a broker accepts at once. */
const PIECE_BYTES = 512 * 1024;
const [CLAIM, APPEND] = ['claim', 'append'] as const;

export function encodeClaim(claim: Claim): ProducedRecord {
  return { key: Buffer.from(claim.owner), value: Buffer.alloc(0), headers: { [CLAIM]: Buffer.from(JSON.stringify(claim)) } };
}

export function encodeAppend(append: Omit<AppendPiece, 'piece' | 'pieces'>, entries: readonly NewLedgerEntry[]): ProducedRecord[] {
  const bytes = Buffer.from(JSON.stringify(entries));
  const pieces = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  return Array.from({ length: pieces }, (_, piece) => ({
    key: Buffer.from(append.id),
    value: bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES),
    headers: { [APPEND]: Buffer.from(JSON.stringify({ ...append, piece, pieces })) },
  }));
}

/** Decodes a record; undefined when it is not ours. */
export function decodeLedgerRecord({ value, headers }: Pick<FetchedRecord, 'value' | 'headers'>): LedgerRecord | undefined {
  const claim = readHeader<Claim>(headers[CLAIM]);
  if (claim !== undefined) return { kind: 'claim', claim };
  const append = readHeader<AppendPiece>(headers[APPEND]);
  return append === undefined || value === null ? undefined : { kind: 'append', append, bytes: value };
}

function readHeader<T extends Claim>(header: Buffer | undefined): T | undefined {
  if (header === undefined) return undefined;
  try {
    const read = JSON.parse(header.toString()) as Partial<T> | null;
    return Number.isSafeInteger(read?.epoch) && typeof read?.owner === 'string' ? (read as T) : undefined;
  } catch {
    return undefined;
  }
}
