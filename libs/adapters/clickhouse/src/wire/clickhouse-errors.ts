import { ClickHouseError } from '@clickhouse/client';
import { isOutOfReach, TotalRecallError } from '@total-recall/runtime';

const RETRY_AFTER_MS = 1_000;

/** Server codes for rows that it will never accept: unparsable, wrong type, unknown column, out of range. */
const POISON = new Set(['6', '16', '26', '27', '38', '41', '53', '69', '70', '72', '117', '131', '321', '349']);

/** Returns true when the rows themselves are invalid, so that sending them again is useless. */
export function isPoison(error: unknown): boolean {
  return error instanceof ClickHouseError && POISON.has(error.code);
}

/**
 * Returns true where the server itself did not answer in time, so that the settings may be right. The client throws a plain
 * error without a code for an answer that is late, and for one of a proxy before a server that is down.
 */
export function isAway(error: unknown): boolean {
  return isOutOfReach(error) || (error instanceof Error && error.constructor === Error && !('code' in error));
}

/** Returns the reason in a word or two: the server's name for it, or the network's code. */
export function reasonOf(error: unknown): string {
  if (error instanceof ClickHouseError) return error.type ?? `code ${error.code}`;
  return (error as { code?: string } | null)?.code ?? (error instanceof Error ? error.message : 'unknown error');
}

/** Converts an error to one that callers of a port know. */
export function toPortError(error: unknown, doing: string): TotalRecallError {
  if (error instanceof TotalRecallError) return error;
  if (isPoison(error))
    return new TotalRecallError('invalid_request', `ClickHouse takes no such values (${reasonOf(error)}).`, { cause: error });
  return new TotalRecallError('unavailable', `ClickHouse could not ${doing} (${reasonOf(error)}). Try again.`, {
    cause: error,
    retryAfterMs: RETRY_AFTER_MS,
  });
}
