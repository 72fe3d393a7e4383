import { ERROR_CODES, type ErrorCode } from '@total-recall/contracts/error-codes';

/**
 * The one error class of this project. `message` says what was wrong, where, and what to do, and is shown to the
 * caller. `cause` is for the log only.
 */
export class TotalRecallError extends Error {
  readonly code: ErrorCode;
  /**
   * Shown to the caller: the offending field, the current version and the like; never a secret,
   * never data of another tenant.
   */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterMs?: number;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TotalRecallError';
    this.code = code;
    this.details = options.details;
    this.retryAfterMs = options.retryAfterMs;
  }

  get httpStatus(): number {
    return ERROR_CODES[this.code].http;
  }
}

/** Converts any error to ours. An unknown one becomes `internal`, with none of its text in the message. */
export function toTotalRecallError(error: unknown): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  return new TotalRecallError('internal', 'The request could not be completed. The error was logged under the request id.', {
    cause: error,
  });
}

/** Returns the reason that an error of any kind gives. */
export function reasonText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
