import { TotalRecallError, untilSearchable } from '@total-recall/runtime';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';

/**
 * Waits, up to a limit, until everything now in the log is folded and found in the index, so that callers read their own
 * writes.
 * Errors: `not_caught_up`.
 */
export async function waitUntilFolded(
  deps: Pick<RetrieverDeps, 'log' | 'marks'>,
  config: Pick<RetrieverConfig, 'foldTimeoutMs'>,
): Promise<void> {
  if (!(await untilSearchable(deps, config.foldTimeoutMs))) throw notCaughtUp('The log is');
}

export function notCaughtUp(what: string): TotalRecallError {
  return new TotalRecallError('not_caught_up', `${what} not folded up to its end yet. Try again shortly.`, { retryAfterMs: 500 });
}
