import type { SpaceClient } from '@total-recall/client';

/** Consolidates a space until nothing is left to read: one call takes what it can in its time. */
export async function consolidateAll(space: SpaceClient): Promise<void> {
  while ((await space.consolidate()).hasMore);
}
