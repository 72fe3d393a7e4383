import { TotalRecallError } from '@total-recall/runtime';

/** Takes out of an error where another process of the service answers: services tell that to each other, not to callers. */
export function withoutAddress(error: TotalRecallError): TotalRecallError {
  if (error.details?.['servedBy'] === undefined) return error;
  const { servedBy: _address, ...details } = error.details;
  return new TotalRecallError(error.code, error.message, {
    cause: error,
    ...(Object.keys(details).length > 0 && { details }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  });
}
