import { TotalRecallError, untilSearchable } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';

/** Waits for the fold, because an erasure only finds what is folded. Errors: `not_caught_up` when the time is up. */
export async function untilFolded(deps: Pick<EraseDeps, 'log' | 'marks' | 'sessions' | 'foldTimeoutMs'>): Promise<void> {
  const isWhole = await untilSearchable(deps, deps.foldTimeoutMs);
  await deps.sessions.refresh?.();
  if (!isWhole) throw new TotalRecallError('not_caught_up', 'Not everything in the log is folded yet. Try again.', { retryAfterMs: 1_000 });
}
