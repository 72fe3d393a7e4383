import type { Group } from '../unit/group.ts';
import { byLatestFirstSaid } from '../unit/known-units.ts';
import { findUnit, type SpaceUnits } from '../unit/space-units.ts';
import { MOST_LINKS, SPECULATIVE } from '../unit/unit-link.ts';
import type { UnitDecision } from '../unit/unit.ts';
import { likeness, type EpisodeShape } from './episode-shape.ts';
import { indexMarks } from './marked-units.ts';

/** Most nearness in words of two episodes that are about other things. */
const MOST_NEAR = 0.05;
/** Least likeness of how they went. */
const LEAST_ALIKE = 0.7;

/** Returns the episodes that may get a speculative link, the latest first: what a person edited or undid is left alone. */
export function linkableEpisodes({ groups, tail }: Pick<SpaceUnits, 'groups' | 'tail'>): Group[] {
  const undone = new Set(tail.flatMap(({ undoneBy, before }) => (undoneBy === undefined ? [] : before.map(([id]) => id))));
  return [...groups.values()]
    .filter(
      ({ id, kind, status, marks, byPerson }) => kind === 'episode' && status.is === 'current' && marks && !byPerson && !undone.has(id),
    )
    .sort(byLatestFirstSaid);
}

/**
 * Decides which episodes of other sessions and other words are linked as having gone alike, from the later to the earlier
 * one, the most alike first. Such a link is a guess: it is stored under its own type, no search follows it, and it is evidence of
 * nothing. Once its decisions are folded it decides nothing more about the same episodes. Pure. Source: L13, 002 §14.3.
 */
export function speculativeLinks(
  state: Pick<SpaceUnits, 'units' | 'groups' | 'tail'>,
  shapes: ReadonlyMap<string, EpisodeShape>,
  most: number,
): UnitDecision[] {
  const episodes = linkableEpisodes(state).filter(({ id }) => shapes.has(id));
  const { nearness } = indexMarks(episodes);
  const taken = new Map(episodes.map(({ id, links = [] }) => [id, links.filter(({ type }) => type === SPECULATIVE).length]));
  const pairs = episodes.flatMap((from, at) =>
    episodes.slice(at + 1).flatMap((to) => {
      if (from.audience !== to.audience || from.events[0]?.session === to.events[0]?.session || areLinked(state, from, to)) return [];
      const weight = likeness(shapes.get(from.id)!, shapes.get(to.id)!);
      return weight >= LEAST_ALIKE && nearness(to, from.marks!) <= MOST_NEAR ? [{ from, to, weight }] : [];
    }),
  );
  const decisions: UnitDecision[] = [];
  for (const { from, to, weight } of pairs.sort(
    (a, b) => b.weight - a.weight || (`${a.from.id} ${a.to.id}` < `${b.from.id} ${b.to.id}` ? -1 : 1),
  )) {
    if (decisions.length >= most) break;
    if (taken.get(from.id)! >= MOST_LINKS[SPECULATIVE]) continue;
    taken.set(from.id, taken.get(from.id)! + 1);
    const links = [{ type: SPECULATIVE, to: to.id, weight: Math.round(weight * 1_000) / 1_000 } as const];
    decisions.push({ do: 'link', unit: from.id, links });
  }
  return decisions;
}

/** Returns true for two episodes that a link of any type joins, or that one topic has. */
function areLinked(state: Pick<SpaceUnits, 'units' | 'groups'>, a: Group, b: Group): boolean {
  const leads = (from: Group, to: Group): boolean => findUnit(state, from.id)?.links?.some((link) => link.to === to.id) ?? false;
  return leads(a, b) || leads(b, a);
}
