import type { NewLogRecord } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

/** Bytes of the bodies of a batch that may be appended. Errors: `batch_too_large`, `invalid_request` where its keys differ. */
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

/** Errors: `invalid_request` for a read of nothing. */
export function checkReadLimit(limit: number): void {
  if (!(limit >= 1)) throw new TotalRecallError('invalid_request', `A read takes a limit of at least 1, not ${limit}.`);
}

/** What belongs to a partition. Errors: `invalid_request` where there is no such partition. */
export function ofPartition<T>(parts: readonly T[], partition: number): T {
  const part = parts[partition];
  if (part === undefined)
    throw new TotalRecallError('invalid_request', `The log has ${parts.length} partitions; there is no partition ${partition}.`);
  return part;
}
