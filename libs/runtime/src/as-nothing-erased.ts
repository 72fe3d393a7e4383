import { TotalRecallError, toTotalRecallError } from './errors.ts';

/**
 * Marks the failure of an erasure that never came to the ledger, so that whoever asked can call it off: nothing is erased
 * later. A refusal of what was asked stays as it is.
 */
export function asNothingErased(error: unknown): TotalRecallError {
  const failure = toTotalRecallError(error);
  if (failure.httpStatus < 500) return failure;
  const { code, message, details, cause, retryAfterMs } = failure;
  return new TotalRecallError(code, message, { cause, retryAfterMs, details: { ...details, nothingErased: true } });
}
