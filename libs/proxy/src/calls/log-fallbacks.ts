import type { Logger } from '@total-recall/observability';
import type { Clock } from '@total-recall/ports';
import { sampleEntries, TotalRecallError } from '@total-recall/runtime';
import { systemErrorIn } from './system-error.ts';

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
    logger.warn({ ...fields, ...(error !== undefined && { error: wordsOf(error) }), ...(leftOut > 0 && { leftOut }) }, message);
  };
}

/** Leaves the place in the code out of a refusal, and of a connection that failed: it tells nobody anything. */
function wordsOf(error: unknown): unknown {
  if (error instanceof TotalRecallError && error.code !== 'internal') return `${error.code}: ${error.message}`;
  const said = systemErrorIn(error)?.message;
  if (said === undefined || !(error instanceof Error)) return error;
  return error.message === '' || error.message === said ? said : `${error.message} (${said})`;
}

function reasonOf(error: unknown): string {
  if (error instanceof TotalRecallError) return error.code;
  return systemErrorIn(error)?.code ?? (error instanceof Error ? error.name : '');
}
