import { byLatestFirstSaid } from '../unit/known-units.ts';
import { LINK_TYPES, type LinkType } from '../unit/unit-link.ts';
import type { SurfaceLink, UnitSurface } from '../unit/unit-surface.ts';
import type { AnyUnit } from '../unit/unit.ts';
import type { MarkedUnits } from './marked-units.ts';

/**
 * Bounds of one search: units found by their words, steps from them, links of one unit that are followed, units that are
 * weighed, units that are given, and bytes of what these say (2,048 tokens of four bytes). Source: R9, 003 §3.4 and F.
 */
export const SURFACE_LIMITS = { anchors: 10, hops: 2, links: 64, candidates: 40, found: 16, bytes: 8_192 } as const;
export type SurfaceLimit = keyof typeof SURFACE_LIMITS;

/** A unit that a search found. */
export interface FoundUnit {
  readonly unit: AnyUnit;
  /** Nearness to what was asked, 0 to 1. */
  readonly score: number;
  /** Links between it and the nearest unit of the surface that was found by its words; 0 for those. */
  readonly hops: number;
  /** The type of the link that led to it, and the unit that it came from. */
  readonly via?: { readonly type: LinkType; readonly from: string };
}

/** Parts of a space that a search is about, and what it says besides. */
export interface SurfaceSearch {
  /** False for units that it must not show, nor go through. */
  readonly mayShow: (unit: AnyUnit) => boolean;
  /** False for units that are not asked for; they may lead to those that are. All are where absent. */
  readonly isWanted?: (unit: AnyUnit) => boolean;
  /** Called once for each limit that left something out. */
  readonly onLimit?: (limit: SurfaceLimit) => void;
}

/**
 * Finds units: the visible ones that hold the words asked for, and what their links lead to, breadth first; of one step
 * version and sibling links before temporal and semantic ones, then the latest, then by id. Where some are wanted, those of
 * them that hold the words come first, and each bound leaves out what is not wanted. Deterministic. Source: 003 D.
 */
export function searchSurface(
  surface: UnitSurface,
  { near, nearness }: MarkedUnits,
  marks: readonly string[],
  { mayShow, isWanted, onLimit }: SurfaceSearch,
): FoundUnit[] {
  const found = new Map<string, FoundUnit>();
  const met = new Set<SurfaceLimit>();
  const cut = <T>(all: readonly T[], limit: SurfaceLimit): readonly T[] => {
    if (all.length <= SURFACE_LIMITS[limit]) return all;
    met.add(limit);
    return all.slice(0, SURFACE_LIMITS[limit]);
  };
  const where = isWanted ? (unit: AnyUnit) => mayShow(unit) && isWanted(unit) : mayShow;
  const anchors = cut(near(marks, { limit: SURFACE_LIMITS.anchors + 1, where }), 'anchors');
  const others = isWanted ? near(marks, { limit: SURFACE_LIMITS.anchors, where: mayShow }) : [];
  for (const { unit, score } of [...anchors, ...others]) found.set(unit.id, { unit, score, hops: 0 });
  let open = [...found.values()].map(({ unit }) => unit);
  for (let hops = 1; hops <= SURFACE_LIMITS.hops; hops += 1) {
    const steps = open.flatMap(({ id }) => cut(inOrder(surface.linksOf(id)), 'links').map(({ type, to }) => ({ type, to, from: id })));
    steps.sort(byOrder);
    open = [];
    for (const { type, to, from } of steps) {
      if (found.has(to.id) || !mayShow(to)) continue;
      if (found.size >= SURFACE_LIMITS.candidates) {
        met.add('candidates');
        break;
      }
      found.set(to.id, { unit: to, score: nearness(to, marks), hops, via: { type, from } });
      open.push(to);
    }
  }
  const isMore = ({ to }: SurfaceLink): boolean => !found.has(to.id) && mayShow(to);
  if (!met.has('candidates') && open.some(({ id }) => surface.linksOf(id).some(isMore))) met.add('hops');
  const wanted = [...found.values()].filter(({ unit }) => !isWanted || isWanted(unit));
  const ranked = wanted.sort((a, b) => b.score - a.score || byLatestFirstSaid(a.unit, b.unit));
  const given = cut(ranked, 'found');
  for (const limit of met) onLimit?.(limit);
  return [...given];
}

/** Version and sibling links first, then the latest, then by id. */
function byOrder(a: SurfaceLink, b: SurfaceLink): number {
  return LINK_TYPES.indexOf(a.type) - LINK_TYPES.indexOf(b.type) || byLatestFirstSaid(a.to, b.to);
}

function inOrder(links: readonly SurfaceLink[]): readonly SurfaceLink[] {
  return links.length <= SURFACE_LIMITS.links ? links : links.toSorted(byOrder);
}
