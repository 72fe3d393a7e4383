import { isOutOfReach, TotalRecallError } from '@total-recall/runtime';

interface S3Failure {
  readonly name?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly attempts?: number };
}

const RETRY_AFTER_MS = 500;

export function s3ErrorName(error: unknown): string | undefined {
  return (error as S3Failure | null)?.name;
}

export function s3Status(error: unknown): number | undefined {
  return (error as S3Failure | null)?.$metadata?.httpStatusCode;
}

/**
 * Returns how often the request was sent. With more than one attempt, an earlier one may have been carried out without
 * an answer.
 */
export function s3Attempts(error: unknown): number {
  return (error as S3Failure | null)?.$metadata?.attempts ?? 1;
}

/** Returns true for an error of the port where nothing answered in time, or only that it cannot now: the settings may be right. */
export function isAway(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  const status = s3Status(cause);
  if (status !== undefined) return status >= 500;
  return s3ErrorName(cause) === 'TimeoutError' || isOutOfReach(cause);
}

/** Returns the result of a request; undefined when its object or bucket does not exist. */
export async function orUndefinedIfMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (s3Status(error) === 404) return undefined;
    throw error;
  }
}

/** Converts an error to one that callers of a port know. */
export function toPortError(error: unknown, doing: string): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  return new TotalRecallError('unavailable', `S3 could not ${doing} (${reasonOf(error)}). Try again.`, {
    cause: error,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

/** Returns the reason: the service's error name, or the network's code. */
function reasonOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? s3ErrorName(error) ?? 'unknown error';
}
