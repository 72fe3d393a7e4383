import type { NewLogRecord } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

/**
 * Checks a batch and returns the size of its bodies. Errors: `batch_too_large`, `invalid_request` if its keys differ.
 */
export function checkBatch(records: readonly NewLogRecord[], most: { readonly records: number; readonly bytes: number }): number {
  if (records.length > most.records)
    throw new TotalRecallError('batch_too_large', `A batch holds at most ${most.records} records; this one has ${records.length}.`);
  let bytes = 0;
  for (const { key, sealed } of records) {
    bytes += sealed.length;
    if (key !== records[0]!.key) throw new TotalRecallError('invalid_request', 'All records of one append must have the same key.');
  }
  if (bytes > most.bytes)
    throw new TotalRecallError('batch_too_large', `A batch holds at most ${most.bytes} bytes; this one has ${bytes}.`);
  return bytes;
}

/** Checks the limit of a read. Errors: `invalid_request` if it is below 1. */
export function checkReadLimit(limit: number): void {
  if (!(limit >= 1)) throw new TotalRecallError('invalid_request', `A read takes a limit of at least 1, not ${limit}.`);
}

/** Returns the part of a partition. Errors: `invalid_request` if there is no such partition. */
export function ofPartition<T>(parts: readonly T[], partition: number): T {
  const part = parts[partition];
  if (part === undefined)
    throw new TotalRecallError('invalid_request', `The log has ${parts.length} partitions; there is no partition ${partition}.`);
  return part;
}
