import { TotalRecallError } from './errors.ts';

/** What an embedder says whose queue has no room for a call: no failure, and over in a moment. */
export function embedderFull(queued: number, most: number, retryAfterMs: number): TotalRecallError {
  return new TotalRecallError('unavailable', `The embedder has ${queued} texts waiting and takes at most ${most}.`, {
    details: { queued, most },
    retryAfterMs,
  });
}

/** Tells it from whatever else is not available. */
export function isEmbedderFull(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'unavailable' && error.details?.['queued'] !== undefined;
}
