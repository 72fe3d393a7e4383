import type { EraseDeps } from './erase-deps.ts';

/**
 * Refuses an erasure where something may hold the same and is not reached, and removes stores that were replaced. Called
 * before an erasure is recorded, so that a refused one leaves nothing, and again before it is carried out. Errors:
 * `unavailable`, with the reason.
 */
export async function beforeErasing({ erasing, removeReplaced }: Pick<EraseDeps, 'erasing' | 'removeReplaced'>): Promise<void> {
  await erasing.refuseNow?.();
  await removeReplaced?.();
}
