import { hopCounts, spaceKey, unitSurface, type SpaceUnits, type UnitSurface } from '@total-recall/domain';
import type { SurfaceCounts } from '@total-recall/ports';

/** Spaces whose counts are held; with more, those that were swept longest ago are counted no more. */
const MOST_SPACES = 10_000;

export function surfaceCounts(surface: UnitSurface): SurfaceCounts {
  const { hops, unreachable } = hopCounts(surface);
  return { visible: surface.visible.size, archived: surface.archived.size, unreachable, hops };
}

/** Sums the counts of the spaces that a process has swept, each as it was after its last sweep. */
export function createSurfaceTotals() {
  const bySpace = new Map<string, SurfaceCounts>();
  return (state: SpaceUnits): SurfaceCounts => {
    const key = spaceKey(state);
    bySpace.delete(key);
    bySpace.set(key, surfaceCounts(unitSurface(state)));
    const [oldest] = bySpace.keys();
    if (bySpace.size > MOST_SPACES) bySpace.delete(oldest!);
    const sum = { visible: 0, archived: 0, unreachable: 0 };
    const hops: number[] = [];
    for (const counts of bySpace.values()) {
      for (const side of ['visible', 'archived', 'unreachable'] as const) sum[side] += counts[side];
      for (const [at, count] of counts.hops.entries()) hops[at] = (hops[at] ?? 0) + count;
    }
    return { ...sum, hops };
  };
}
