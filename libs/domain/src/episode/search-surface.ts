import { LINK_TYPES, type LinkType } from '../unit/unit-link.ts';
import type { UnitSurface } from '../unit/unit-surface.ts';
import type { AnyUnit } from '../unit/unit.ts';
import type { MarkedUnits } from './marked-units.ts';

/** Bounds of one search. Source: R9, 003 §3.4 and F. */
export const SURFACE_LIMITS = { anchors: 10, hops: 2, candidates: 40, found: 16 } as const;

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

/**
 * Finds units: the visible ones that hold the words asked for, and what their links lead to, breadth first; of one step
 * version and sibling links before temporal and semantic ones, then the latest, then by id. Deterministic. Source: 003 D.
 */
export function searchSurface(
  surface: UnitSurface,
  { near, nearness }: MarkedUnits,
  marks: readonly string[],
  mayShow: (unit: AnyUnit) => boolean,
): FoundUnit[] {
  const found = new Map<string, FoundUnit>();
  const anchors = near(marks, { limit: SURFACE_LIMITS.anchors, where: mayShow });
  for (const { unit, score } of anchors) found.set(unit.id, { unit, score, hops: 0 });
  let open = anchors.map(({ unit }) => unit);
  for (let hops = 1; hops <= SURFACE_LIMITS.hops; hops += 1) {
    const steps = open.flatMap(({ id }) => surface.linksOf(id).map(({ type, to }) => ({ type, to, from: id })));
    steps.sort((a, b) => LINK_TYPES.indexOf(a.type) - LINK_TYPES.indexOf(b.type) || later(a.to, b.to));
    open = [];
    for (const { type, to, from } of steps) {
      if (found.size >= SURFACE_LIMITS.candidates) break;
      if (found.has(to.id) || !mayShow(to)) continue;
      found.set(to.id, { unit: to, score: nearness(to, marks), hops, via: { type, from } });
      open.push(to);
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || later(a.unit, b.unit)).slice(0, SURFACE_LIMITS.found);
}

function later(a: AnyUnit, b: AnyUnit): number {
  return b.knownAt - a.knownAt || (a.id < b.id ? -1 : 1);
}
