import { NO_MARKS } from '@total-recall/domain';
import type { IndexWrite } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { failureReason, isTransient } from '../follow/failure-reason.ts';
import type { EventEffect } from './process-record.ts';

/** A record that the index refuses. */
export interface Unwritable {
  readonly offset: number;
  readonly reason: string;
  readonly error: unknown;
  /** True when the index says that it will never accept it. */
  readonly isFinal: boolean;
}

/**
 * Writes the events of a batch and their supersessions. If the index refuses the batch, writes the events one by one
 * in log order and returns the first refused one; later events of its session depend on how that one is folded.
 * Errors: those of the store.
 */
export async function writeEvents(
  { index }: Pick<IngestDeps, 'index'>,
  partition: number,
  writes: readonly IndexWrite[],
  supersessions: EventEffect['supersessions'],
): Promise<Unwritable | undefined> {
  if (writes.length === 0) return undefined;
  try {
    return void (await index.write(partition, writes, supersessions));
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    for (const write of writes) {
      const refusal = await refusalOf(index, partition, write);
      if (refusal) return refusal;
    }
    throw asStoreFailure(error);
  }
}

const FINAL: ReadonlySet<string> = new Set(['invalid_request', 'payload_too_large']);

async function refusalOf(index: IngestDeps['index'], partition: number, write: IndexWrite): Promise<Unwritable | undefined> {
  const refused = await errorOf(() => index.write(partition, [write]));
  if (refused === undefined) return undefined;
  const isFinal = refused instanceof TotalRecallError && FINAL.has(refused.code);
  // If the index refuses any other write too, the record is not at fault. Marks never go back, so these change nothing.
  const other = isFinal ? undefined : await errorOf(() => index.advanceMarks(partition, NO_MARKS));
  if (other !== undefined) throw asStoreFailure(other);
  const error = isFinal ? refused : await errorOf(() => index.write(partition, [write]));
  if (error === undefined) return undefined;
  return { offset: write.event.record.position.offset, reason: `the index does not take it: ${failureReason(error)}`, error, isFinal };
}

/** Errors: those of the store. */
async function errorOf(run: () => Promise<void>): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    return error;
  }
}

/** Returns true for errors of the store. Damage is one of them, and retries do not help. */
function isStoreFailure(error: unknown): boolean {
  return isTransient(error) || (error instanceof TotalRecallError && error.code === 'damaged');
}

/** Makes the error for an index that fails with any input; the projector retries with growing pauses. */
export function asStoreFailure(cause: unknown): TotalRecallError {
  if (cause instanceof TotalRecallError && isStoreFailure(cause)) return cause;
  return new TotalRecallError('unavailable', 'The read model takes no writes. They are tried again.', { cause });
}
