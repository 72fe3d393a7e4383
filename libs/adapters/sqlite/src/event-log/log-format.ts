/** Format of records between the main thread and the log's threads, and the numbering of rows. */

/** Row ids are partition * 2^40 + offset, so that each partition is one run of the table and ids stay below 2^53. */
export const OFFSETS_PER_PARTITION = 2 ** 40;
export const MAX_PARTITIONS = 4_096;

/** Records of one group commit. The sealed bodies are concatenated in one buffer, which is moved and not copied. */
export interface PackedRecords {
  readonly keys: readonly string[];
  readonly envelopes: readonly string[];
  readonly sizes: readonly number[];
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** A group of appends, each with its partition and its number of records. */
export interface PackedAppends extends PackedRecords {
  readonly appends: readonly { readonly partition: number; readonly count: number }[];
}

/** Records read from one partition, with their offsets. */
export interface PackedRead extends PackedRecords {
  readonly offsets: readonly number[];
  /** Offsets of records that exist and cannot be read. */
  readonly damaged: readonly number[];
  /** Offset at which the next read starts. */
  readonly next: number;
}

export interface LogIdentity {
  readonly generation: string;
  readonly partitions: number;
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
