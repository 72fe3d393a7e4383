import type { Logger } from '@total-recall/observability';
import type { Clock } from '@total-recall/ports';
import { sampleEntries, TotalRecallError } from '@total-recall/runtime';

/** Logs that the proxy did without something. */
export type LogFallback = (fields: { readonly part: string; readonly why?: string; readonly error?: unknown }, message: string) => void;

/**
 * Writes one line a minute for each part and reason, the first at once. The next one says in `leftOut` how many were left
 * out before it, as a memory that is away would otherwise be told of with every call. Metrics count all of them.
 */
export function createFallbackLog(logger: Pick<Logger, 'warn'>, clock: Pick<Clock, 'monotonicMs'>): LogFallback {
  const sample = sampleEntries(clock);
  return (fields, message) => {
    const { part, why = '', error } = fields;
    const leftOut = sample(`${part} ${why} ${reasonOf(error)}`);
    if (leftOut === undefined) return;
    const told = error === undefined ? {} : { error: isRefusal(error) ? `${error.code}: ${error.message}` : error };
    logger.warn({ ...fields, ...told, ...(leftOut > 0 && { leftOut }) }, message);
  };
}

/** Returns true for what a memory says by its rules: where in the code it came up tells nobody anything. */
function isRefusal(error: unknown): error is TotalRecallError {
  return error instanceof TotalRecallError && error.code !== 'internal';
}

function reasonOf(error: unknown): string {
  if (error instanceof TotalRecallError) return error.code;
  return error instanceof Error ? error.name : '';
}
