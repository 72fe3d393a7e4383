import { groupsByMember, marksWithin } from './group-links.ts';
import { byLatestFirstSaid } from './known-units.ts';
import type { SpaceUnits } from './space-units.ts';
import { SPECULATIVE, type LinkType } from './unit-link.ts';
import { standsFor } from './unit-status.ts';
import type { AnyUnit } from './unit.ts';

/** Most links from a visible unit to an archived one that it leads to (I-09). */
export const MOST_HOPS = 3;

/** A link as a search follows it. */
export interface SurfaceLink {
  readonly type: LinkType;
  readonly to: AnyUnit;
}

/**
 * The units of a space as a search sees them. A unit is visible while nothing stands for it, archived while something
 * does, and neither once a person forgot it or nothing of it is left. Where what stood for a unit was erased or
 * forgotten, the unit itself is on the surface again, with the status that it has. Source: 003 §3.1.
 */
export interface UnitSurface {
  readonly visible: ReadonlyMap<string, AnyUnit>;
  readonly archived: ReadonlyMap<string, AnyUnit>;
  /**
   * Links from a unit to others that are visible or archived: those that were decided, semantic ones to what stands for an
   * archived end, from a unit to each that it stands for, from a visible one to what would be more than `MOST_HOPS` below it
   * (I-09), from a group to its members, from a fact to the episode in which it was said first, and from a member to the
   * visible groups that it is in. Speculative links are not among them, so no search follows one.
   */
  readonly linksOf: (id: string) => readonly SurfaceLink[];
  /** The keyed hashes of words that a unit is found by, of a group those of its visible and archived members, too. */
  readonly marksOf: (unit: AnyUnit) => readonly string[];
  /** The episodes that a unit has speculative links to. */
  readonly speculativeOf: (id: string) => readonly AnyUnit[];
}

/** Derives the surface. Pure; it takes time in proportion to units and links. */
export function unitSurface({ units, groups }: Pick<SpaceUnits, 'units' | 'groups'>): UnitSurface {
  const find = (id: string): AnyUnit | undefined => units.get(id) ?? groups.get(id);
  const all = [...units.values(), ...groups.values()];
  const heads = headsOf(all, find);
  const visible = new Map<string, AnyUnit>();
  const archived = new Map<string, AnyUnit>();
  for (const unit of all) {
    if (isHidden(unit, find)) continue;
    (heads.has(unit.id) ? archived : visible).set(unit.id, unit);
  }
  const versions = versionLinks({ visible, archived, heads });
  const episodeOf = onceOf(() => episodesByEvent(visible));
  const groupsOf = onceOf(() => groupsByMember(visible));
  const shown = (id: string): AnyUnit | undefined => visible.get(id) ?? archived.get(id);
  /** Returns the unit that stands for a merged, split or covered one; a value that was replaced is another one. Source: 003 B.3.2. */
  const representativeOf = (id: string): AnyUnit | undefined => (archived.get(id)?.status.is === 'archived' ? heads.get(id) : undefined);
  return {
    visible,
    archived,
    marksOf: (unit) => marksWithin(unit, shown),
    speculativeOf: (id) => (shown(id)?.links ?? []).flatMap(({ type, to }) => (type === SPECULATIVE ? (shown(to) ?? []) : [])),
    linksOf: (id) => {
      const unit = shown(id);
      if (!unit) return [];
      const own = ownLinks(unit, (to, type) => (type === 'semantic' ? representativeOf(to) : undefined) ?? shown(to));
      const parts = 'kind' in unit ? unit.members.map(shown) : unit.evidence.slice(0, 1).map(({ eventId }) => episodeOf().get(eventId));
      const type = 'kind' in unit ? 'sibling' : 'semantic';
      return [
        ...(versions.get(id) ?? []).map((to) => ({ type: 'version', to }) as const),
        ...own,
        ...parts.flatMap((to) => (to ? [{ type, to } as const] : [])),
        ...(groupsOf().get(id) ?? []).map((to) => ({ type: 'semantic', to }) as const),
      ];
    },
  };
}

/** Links that were decided, each once, to where they lead now. */
function ownLinks({ id, links = [] }: AnyUnit, leadsTo: (to: string, type: LinkType) => AnyUnit | undefined): SurfaceLink[] {
  const found = new Map<string, SurfaceLink>();
  for (const { type, to } of links) {
    const target = type === SPECULATIVE ? undefined : leadsTo(to, type);
    if (type !== SPECULATIVE && target && target.id !== id) found.set(`${type} ${target.id}`, { type, to: target });
  }
  return [...found.values()];
}

type Find = (id: string) => AnyUnit | undefined;

function isHidden(unit: AnyUnit, find: Find): boolean {
  if (unit.status.is === 'tombstoned') return true;
  return 'kind' in unit && unit.events.length === 0 && !unit.members.some((id) => find(id));
}

/** The current unit that stands for each that is not current, over as many steps as there are; none where none does. */
function headsOf(all: readonly AnyUnit[], find: Find): ReadonlyMap<string, AnyUnit> {
  const stoodFor = new Map<string, AnyUnit[]>();
  for (const unit of all) for (const by of standsFor(unit)) stoodFor.set(by, [...(stoodFor.get(by) ?? []), unit]);
  const heads = new Map<string, AnyUnit>();
  const queue = all.filter((unit) => unit.status.is === 'current' && !isHidden(unit, find));
  for (let at = 0; at < queue.length; at += 1) {
    const { id } = queue[at]!;
    for (const unit of stoodFor.get(id) ?? []) {
      if (heads.has(unit.id)) continue;
      heads.set(unit.id, heads.get(id) ?? queue[at]!);
      queue.push(unit);
    }
  }
  return heads;
}

interface Sides {
  readonly visible: ReadonlyMap<string, AnyUnit>;
  readonly archived: ReadonlyMap<string, AnyUnit>;
  readonly heads: ReadonlyMap<string, AnyUnit>;
}

/** Links from each unit to those that it stands for, with one from its head to each that is too far down or cut off. */
function versionLinks({ visible, archived, heads }: Sides): Map<string, AnyUnit[]> {
  const links = new Map<string, AnyUnit[]>();
  const link = (from: string, to: AnyUnit): void => void links.set(from, [...(links.get(from) ?? []), to]);
  for (const unit of archived.values()) for (const by of standsFor(unit)) if (visible.has(by) || archived.has(by)) link(by, unit);
  const hops = new Map<string, number>();
  const walk = (from: readonly AnyUnit[]): void => {
    const queue = [...from];
    for (let at = 0; at < queue.length; at += 1) {
      const { id } = queue[at]!;
      const below = (hops.get(id) ?? 0) + 1;
      for (const to of links.get(id) ?? []) {
        if (below > MOST_HOPS || hops.has(to.id)) continue;
        hops.set(to.id, below);
        queue.push(to);
      }
    }
  };
  walk([...visible.values()]);
  // The latest first: those further down are then reached through it.
  const left = [...archived.values()].filter(({ id }) => !hops.has(id)).sort(byLatestFirstSaid);
  for (const unit of left) {
    if (hops.has(unit.id)) continue;
    link(heads.get(unit.id)!.id, unit);
    hops.set(unit.id, 1);
    walk([unit]);
  }
  return links;
}

/** The visible episode that holds each event. */
function episodesByEvent(visible: ReadonlyMap<string, AnyUnit>): Map<string, AnyUnit> {
  const byEvent = new Map<string, AnyUnit>();
  for (const unit of visible.values()) if ('kind' in unit) for (const { eventId } of unit.events) byEvent.set(eventId, unit);
  return byEvent;
}

function onceOf<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Returns the number of archived units by the fewest links that lead to each from a visible one, over links of every type. */
export function hopCounts({ visible, archived, linksOf }: UnitSurface): { readonly hops: readonly number[]; readonly unreachable: number } {
  const counts: number[] = [];
  const seen = new Set<string>();
  let left = archived.size;
  for (let open: Iterable<string> = visible.keys(), isLast = false; left > 0 && !isLast;) {
    const next: string[] = [];
    for (const id of open)
      for (const { to } of linksOf(id))
        if (archived.has(to.id) && !seen.has(to.id)) {
          seen.add(to.id);
          next.push(to.id);
        }
    if (next.length > 0) counts.push(next.length);
    left -= next.length;
    isLast = next.length === 0;
    open = next;
  }
  return { hops: counts, unreachable: left };
}
