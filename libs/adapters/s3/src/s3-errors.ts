import { TotalRecallError } from '@total-recall/runtime';

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

/** How often the request was sent: more than once, and an earlier one may have been carried out without our hearing of it. */
export function s3Attempts(error: unknown): number {
  return (error as S3Failure | null)?.$metadata?.attempts ?? 1;
}

/** What a request gives, or undefined where what it is for is not there. */
export async function ifThere<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (s3Status(error) === 404) return undefined;
    throw error;
  }
}

/** The error as callers of a port know it. */
export function toPortError(error: unknown, doing: string): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  return new TotalRecallError('unavailable', `S3 did not let us ${doing} (${reasonOf(error)}). Try again.`, {
    cause: error,
    retryAfterMs: RETRY_AFTER_MS,
  });
}

/** Of the service a name, of the network a code. */
function reasonOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? s3ErrorName(error) ?? 'unknown error';
}
