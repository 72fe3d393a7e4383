import { hopCounts, indexMarks, searchSurface, type AnyUnit, type UnitSurface } from '@total-recall/domain';
import { mean } from '@total-recall/evaluation';
import type { OpenSpace, SpaceQuestion } from './space-questions.ts';

/** The space as a search sees it without a part of it. Source: 003 §4.6. */
const VARIANTS: Readonly<Record<string, (space: OpenSpace) => UnitSurface>> = {
  whole: ({ surface }) => surface,
  'no visibility': ({ surface }) => ({ ...surface, visible: new Map([...surface.visible, ...surface.archived]) }),
  'no links, anchors only': ({ surface }) => ({ ...surface, linksOf: () => [] }),
  'no topics and insights': ({ surface }) => {
    const isKept = (unit: AnyUnit): boolean => !('kind' in unit) || unit.kind === 'episode';
    const visible = new Map([...surface.visible].filter(([, unit]) => isKept(unit)));
    return { ...surface, visible, linksOf: (id) => surface.linksOf(id).filter(({ to }) => isKept(to)) };
  },
  'facts alone': ({ surface }) => {
    const isFact = (unit: AnyUnit): boolean => !('kind' in unit);
    const visible = new Map([...surface.visible].filter(([, unit]) => isFact(unit)));
    return { ...surface, visible, linksOf: (id) => surface.linksOf(id).filter(({ to }) => isFact(to)) };
  },
};

/** Measures the share of the evidence among the events of the units that a search finds, and how many events these have. */
export function searchUnits(
  name: string,
  questions: readonly SpaceQuestion[],
  unitOf: ReadonlyMap<string, { readonly key: string }>,
): string[][] {
  const spaces = [...new Set(questions.map(({ at }) => at))];
  const { unreachable } = spaces.reduce((sum, { surface }) => ({ unreachable: sum.unreachable + hopCounts(surface).unreachable }), {
    unreachable: 0,
  });
  return Object.entries(VARIANTS).map(([variant, of]) => {
    const seen = new Map(
      spaces.map((space) => {
        const surface = of(space);
        return [space, { surface, index: indexMarks(surface.visible.values(), surface.marksOf) }] as const;
      }),
    );
    const [shares, events, hops]: [number[], number[], number[]] = [[], [], [0, 0, 0]];
    for (const { text, gold, at } of questions) {
      const { surface, index } = seen.get(at)!;
      const marks = at.marksOf(text);
      const found = searchSurface(surface, index, marks, { mayShow: () => true });
      const ids = new Set(found.flatMap(({ unit }) => eventsOf(at, unit)));
      for (const one of found) hops[one.hops]! += 1;
      const keys = new Set([...ids].map((id) => unitOf.get(id)?.key));
      shares.push([...gold].filter((key) => keys.has(key)).length / gold.size);
      events.push(ids.size);
    }
    return [
      `${name}, ${variant}`,
      String(questions.length),
      mean(shares)!.toFixed(3).slice(1),
      mean(events)!.toFixed(0),
      hops.join(' / '),
      String(unreachable),
    ];
  });
}

searchUnits.columns = ['', 'n', 'evidence found', 'events to read', 'units by 0 / 1 / 2 links', 'unreachable'] as readonly string[];

/** The events of a unit, through its members. */
function eventsOf({ state }: OpenSpace, unit: AnyUnit): string[] {
  if (!('kind' in unit)) return unit.evidence.map(({ eventId }) => eventId);
  const members = unit.members.flatMap((id) => state.units.get(id) ?? state.groups.get(id) ?? []);
  return [...unit.events.map(({ eventId }) => eventId), ...members.flatMap((member) => eventsOf({ state } as OpenSpace, member))];
}
