import { TotalRecallError } from '@total-recall/runtime';

interface OpenSearchFailure {
  readonly name?: string;
  readonly statusCode?: number;
  readonly body?: { readonly error?: { readonly type?: string } | string };
}

const AWAY = new Set(['ConnectionError', 'TimeoutError', 'NoLivingConnectionsError']);
/** Too many requests, and what a proxy or a node that is starting or ending answers. */
const BUSY = new Set([408, 429, 502, 503, 504]);

export const MISSING_INDEX = 'index_not_found_exception';

/** The status of an answer; undefined where there was none. */
export function statusOf(error: unknown): number | undefined {
  return (error as OpenSearchFailure | null)?.statusCode;
}

/** OpenSearch's own name of an error, such as `index_not_found_exception`. */
export function errorType(error: unknown): string | undefined {
  const inner = (error as OpenSearchFailure | null)?.body?.error;
  return typeof inner === 'object' ? inner.type : undefined;
}

/** Whether the server is away or asks for patience, so that the same request may succeed later. */
export function isAway(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? AWAY.has((error as OpenSearchFailure | null)?.name ?? '') : BUSY.has(status);
}

/** Whether the server was waited for in vain. */
export function isTimeout(error: unknown): boolean {
  return (error as OpenSearchFailure | null)?.name === 'TimeoutError';
}

/** The read model is not there, or not yet: whoever writes makes it and fills it from the log. */
export function indexIsMissing(doing: string, cause: unknown): TotalRecallError {
  return new TotalRecallError('unavailable', `OpenSearch has no index to ${doing}: it is being made. Try again.`, {
    cause,
    retryAfterMs: 1_000,
  });
}

/** The error as callers of a port know it. */
export function toPortError(error: unknown, doing: string): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  const reason = errorType(error) ?? (error as OpenSearchFailure | null)?.name ?? 'unknown error';
  if (isAway(error))
    return new TotalRecallError('unavailable', `OpenSearch did not let us ${doing} (${reason}). Try again.`, {
      cause: error,
      retryAfterMs: 500,
    });
  if (reason === MISSING_INDEX) return indexIsMissing(doing, error);
  return new TotalRecallError('internal', `OpenSearch refused to ${doing} (${statusOf(error) ?? reason}).`, { cause: error });
}
