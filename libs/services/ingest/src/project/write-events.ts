import { NO_MARKS } from '@total-recall/domain';
import type { IndexWrite } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { mayPass, reasonOf } from './set-aside.ts';
import type { Saying } from './work-off.ts';

/** A record that the index does not take. */
export interface Unwritable {
  readonly offset: number;
  readonly reason: string;
  readonly error: unknown;
  /** Whether the index says that it will never take it. */
  readonly isFinal: boolean;
}

/**
 * Writes the events of a batch with what they supersede. Where the index does not take the batch, its events are written one by one in the order of the log, up to
 * the first that it does not take, which is the answer: what comes after it in its session hangs on how it is folded. Errors: those that speak of the store.
 */
export async function writeEvents(
  { index }: Pick<IngestDeps, 'index'>,
  partition: number,
  writes: readonly IndexWrite[],
  supersessions: Saying['supersessions'],
): Promise<Unwritable | undefined> {
  if (writes.length === 0) return undefined;
  try {
    return void (await index.write(partition, writes, supersessions));
  } catch (error) {
    if (isOfStore(error)) throw error;
    for (const write of writes) {
      const refusal = await refusalOf(index, partition, write);
      if (refusal) return refusal;
    }
    throw ofStore(error);
  }
}

const FINAL: ReadonlySet<string> = new Set(['invalid_request', 'payload_too_large']);

async function refusalOf(index: IngestDeps['index'], partition: number, write: IndexWrite): Promise<Unwritable | undefined> {
  const refused = await errorOf(() => index.write(partition, [write]));
  if (refused === undefined) return undefined;
  const isFinal = refused instanceof TotalRecallError && FINAL.has(refused.code);
  // An index that takes no other write either says nothing about this one. Marks never go back, so that these change nothing.
  const other = isFinal ? undefined : await errorOf(() => index.setMarks(partition, NO_MARKS));
  if (other !== undefined) throw ofStore(other);
  const error = isFinal ? refused : await errorOf(() => index.write(partition, [write]));
  if (error === undefined) return undefined;
  return { offset: write.event.record.position.offset, reason: `the index does not take it: ${reasonOf(error)}`, error, isFinal };
}

/** Errors: those that speak of the store. */
async function errorOf(run: () => Promise<void>): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (isOfStore(error)) throw error;
    return error;
  }
}

/** Damage is of the store, and no repeat mends it. */
function isOfStore(error: unknown): boolean {
  return mayPass(error) || (error instanceof TotalRecallError && error.code === 'damaged');
}

/** What the index fails at whatever it is given: tried again, with growing pauses. */
export function ofStore(cause: unknown): TotalRecallError {
  if (cause instanceof TotalRecallError && isOfStore(cause)) return cause;
  return new TotalRecallError('unavailable', 'The read model takes no writes. They are tried again.', { cause });
}
