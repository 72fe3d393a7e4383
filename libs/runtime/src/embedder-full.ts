import { TotalRecallError } from './errors.ts';

/** Makes the error of an embedder whose queue is full: no failure, and soon over. */
export function embedderFull(queued: number, most: number, retryAfterMs: number): TotalRecallError {
  return new TotalRecallError('unavailable', `The embedder has ${queued} texts waiting and takes at most ${most}.`, {
    details: { queued, most },
    retryAfterMs,
  });
}

/** Returns true for that error, as opposed to other kinds of `unavailable`. */
export function isEmbedderFull(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'unavailable' && error.details?.['queued'] !== undefined;
}
