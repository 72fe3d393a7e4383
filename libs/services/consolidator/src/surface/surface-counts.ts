import { hopCounts, spaceKey, unitSurface, type SpaceUnits, type UnitSurface } from '@total-recall/domain';
import type { SpacePlace, SurfaceCounts } from '@total-recall/ports';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';

/** Spaces whose counts are held; with more, those that were swept longest ago are counted no more. */
const MOST_SPACES = 10_000;
/** Most spaces that are named at once for units which no visible one leads to. */
const MOST_NAMED = 20;

export function surfaceCounts(surface: UnitSurface): SurfaceCounts {
  const { hops, unreachable } = hopCounts(surface);
  return { visible: surface.visible.size, archived: surface.archived.size, unreachable, hops };
}

/** Sums of the units of the spaces that a process owns and has swept, each as it was after its last sweep or erasure. */
export interface SurfaceTotals {
  /** Counts a space after a sweep, also one that found nothing new where it was not counted before. */
  swept(state: SpaceUnits): void;
  /** Counts a space anew after an erasure, where it was counted. */
  erased(state: SpaceUnits): void;
  /** Counts the spaces of these tenants no more, as another process owns them. */
  release(isGiven: (tenant: string) => boolean): void;
}

interface CountedSpace extends Pick<SurfaceCounts, 'visible' | 'archived' | 'unreachable'> {
  readonly place: SpacePlace;
  /** Number of the last ledger entry in what was counted. */
  readonly sequence: number;
}

export function createSurfaceTotals({ counted }: Pick<ConsolidatorDeps['observer'], 'counted'>): SurfaceTotals {
  const bySpace = new Map<string, CountedSpace>();
  const tell = (): void => {
    const sum = { visible: 0, archived: 0, unreachable: 0 };
    for (const counts of bySpace.values()) for (const side of ['visible', 'archived', 'unreachable'] as const) sum[side] += counts[side];
    const broken = [...bySpace.values()].filter(({ unreachable }) => unreachable > 0);
    counted(
      sum,
      broken.slice(0, MOST_NAMED).map(({ place }) => place),
    );
  };
  const count = (state: SpaceUnits): void => {
    const key = spaceKey(state);
    bySpace.delete(key);
    if (state.units.size + state.groups.size > 0) {
      const { visible, archived, unreachable } = surfaceCounts(unitSurface(state));
      const { tenant, space, sequence } = state;
      bySpace.set(key, { place: { tenant, space }, sequence, visible, archived, unreachable });
    }
    const [oldest] = bySpace.keys();
    if (bySpace.size > MOST_SPACES) bySpace.delete(oldest!);
    tell();
  };
  return {
    swept(state) {
      if (bySpace.get(spaceKey(state))?.sequence !== state.sequence) count(state);
    },
    erased(state) {
      if (bySpace.has(spaceKey(state))) count(state);
    },
    release(isGiven) {
      const given = [...bySpace].filter(([, { place }]) => isGiven(place.tenant));
      for (const [key] of given) bySpace.delete(key);
      if (given.length > 0) tell();
    },
  };
}
