import { TotalRecallError } from '@total-recall/runtime';

interface OpenSearchFailure {
  readonly name?: string;
  readonly statusCode?: number;
  readonly body?: { readonly error?: { readonly type?: string } | string };
}

const AWAY = new Set(['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError']);
/** Status with which a server that works turns one request away, as of a tenant that sends too many. */
const NO_ROOM = 429;
const BUSY = new Set([408, NO_ROOM]);
const FAILED = 500;

/**
 * Returns true for the status of a server, or of a proxy before it, that is busy, starting, stopping or has failed. A
 * failure inside of it (500), such as of its disk, says nothing about the request.
 */
export function isBusy(status: number): boolean {
  return status >= FAILED || BUSY.has(status);
}

export const MISSING_INDEX = 'index_not_found_exception';

/** Returns the status of an answer; undefined without one. */
export function statusOf(error: unknown): number | undefined {
  return (error as OpenSearchFailure | null)?.statusCode;
}

/** Returns OpenSearch's own name of an error, such as `index_not_found_exception`. */
export function errorType(error: unknown): string | undefined {
  const inner = (error as OpenSearchFailure | null)?.body?.error;
  return typeof inner === 'object' ? inner.type : undefined;
}

/** Returns true when the server is unavailable or busy, so that the same request may succeed later. */
export function isAway(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? AWAY.has((error as OpenSearchFailure | null)?.name ?? '') : isBusy(status);
}

/** Returns true when the server failed at the request, as by a fault of its disk. */
export function isFailure(error: unknown): boolean {
  return statusOf(error) === FAILED;
}

/** Returns true when the server itself is unavailable, and did not just fail at one request or have no room for it. */
export function isAwayForAll(error: unknown): boolean {
  return isAway(error) && !isFailure(error) && statusOf(error) !== NO_ROOM;
}

/** Returns true for a timeout. */
export function isTimeout(error: unknown): boolean {
  return (error as OpenSearchFailure | null)?.name === 'TimeoutError';
}

/** Creates the error for a missing read model. The process that writes it creates it and fills it from the log. */
export function indexIsMissing(doing: string, cause: unknown): TotalRecallError {
  return new TotalRecallError('unavailable', `OpenSearch has no index to ${doing}: it is being made. Try again.`, {
    cause,
    retryAfterMs: 1_000,
  });
}

/** Converts an error to one that callers of a port know. */
export function toPortError(error: unknown, doing: string): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  const reason = errorType(error) ?? (error as OpenSearchFailure | null)?.name ?? 'unknown error';
  if (isAway(error))
    return new TotalRecallError('unavailable', `OpenSearch could not ${doing} (${reason}). Try again.`, {
      cause: error,
      retryAfterMs: 500,
    });
  if (reason === MISSING_INDEX) return indexIsMissing(doing, error);
  return new TotalRecallError('internal', `OpenSearch refused to ${doing} (${statusOf(error) ?? reason}).`, { cause: error });
}
