import { TotalRecallError } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';

type FoldedDeps = Pick<EraseDeps, 'log' | 'marks' | 'foldTimeoutMs'>;

/** Waits for the fold, because an erasure only finds what is folded. Errors: `not_caught_up` when the time is up. */
export async function untilFolded(deps: FoldedDeps & Pick<EraseDeps, 'sessions'>): Promise<void> {
  const isWhole = await isFolded(deps);
  await deps.sessions.refresh?.();
  if (!isWhole) throw new TotalRecallError('not_caught_up', 'Not everything in the log is folded yet. Try again.', { retryAfterMs: 1_000 });
}

/** Waits until the log is folded; false if the time runs out. */
export async function isFolded({ log, marks, foldTimeoutMs }: FoldedDeps): Promise<boolean> {
  for (let partition = 0; partition < log.partitions; partition += 1)
    if (!(await marks.waitFor(partition, await log.end(partition), 'searchable', foldTimeoutMs))) return false;
  return true;
}
