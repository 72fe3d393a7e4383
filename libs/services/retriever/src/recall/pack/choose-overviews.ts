import { certainTimes, findUnit, tellingWords, unitSurface, type Granularity, type Group, type SpaceUnits } from '@total-recall/domain';
import { openUnitMarks } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';
import type { RankedQuery } from '../rank/rank-query.ts';

/** Most units of each kind that an answer may show. */
const MOST = { topic: 2, episode: 6, insight: 6, strategicTopic: 6 } as const;

/** A unit of several events, with the episodes or facts that it is made of. */
export interface ChosenGroup {
  readonly group: Group;
  readonly places: readonly Place[];
}

/** An event that a unit is made of. */
export interface Place {
  readonly eventId: string;
  readonly session: string;
  readonly at: number;
}

/** Kinds of which an overview is made; of a strategic one topics only where there is no insight. */
const KINDS: Readonly<Record<'thematic' | 'strategic', readonly Group['kind'][]>> = {
  thematic: ['topic', 'episode'],
  strategic: ['insight', 'topic'],
};

/**
 * Chooses the units that an overview is made of: topics and episodes, or insights, and topics where there are none. Those
 * that share words with the queries, the most first; where none of these kinds does, all, the latest first. Where a query
 * names a time, only those with events of that time. None that is private to a person is among them.
 */
export async function chooseOverviews(
  deps: Pick<RetrieverDeps, 'keys'>,
  { request, decisions }: Pick<Question, 'request' | 'decisions'>,
  queries: readonly Pick<RankedQuery, 'time'>[],
  granularity: Granularity,
): Promise<ChosenGroup[]> {
  const { units } = decisions;
  if (units === undefined || units.groups.size === 0) return [];
  const marks = await openUnitMarks(deps, request);
  const asked = new Set(request.queries.flatMap((query) => tellingWords(query)).map(marks.word));
  const times = queries.flatMap(({ time }) => certainTimes(time).slice(0, 1));
  const isOfTime = (at: number): boolean =>
    times.length === 0 || times.some(({ fromTime = -Infinity, toTime = Infinity }) => fromTime <= at && at <= toTime);
  const kinds = KINDS[granularity === 'strategic' ? 'strategic' : 'thematic'];
  const all = visibleGroups(units).flatMap((group) => {
    if (!kinds.includes(group.kind)) return [];
    const places = placesOf(units, group);
    return places.some(({ at }) => isOfTime(at)) ? [{ group, places, shared: sharedWith(units, group, asked) }] : [];
  });
  const best = all.filter(({ shared }) => shared > 0);
  const ranked = (best.length > 0 ? best : all).toSorted(
    (a, b) => b.shared - a.shared || b.group.knownAt - a.group.knownAt || (a.group.id < b.group.id ? -1 : 1),
  );
  const of = (kind: Group['kind'], most: number): ChosenGroup[] => ranked.filter(({ group }) => group.kind === kind).slice(0, most);
  if (granularity !== 'strategic') return [...of('topic', MOST.topic), ...of('episode', MOST.episode)];
  const insights = of('insight', MOST.insight);
  return insights.length > 0 ? insights : of('topic', MOST.strategicTopic);
}

const known = new WeakMap<SpaceUnits, readonly Group[]>();

/** Topics, episodes and insights that nothing else stands for and that everybody may see. Kept as long as their state is. */
function visibleGroups(units: SpaceUnits): readonly Group[] {
  const before = known.get(units);
  if (before) return before;
  const visible = [...unitSurface(units).visible.values()].flatMap((unit) => ('kind' in unit && unit.audience === undefined ? [unit] : []));
  known.set(units, visible);
  return visible;
}

/** Events of a unit, through its members where it has some; none of those that are private to a person. */
function placesOf({ units, groups }: SpaceUnits, { events, members }: Group): Place[] {
  const ofMembers = members.flatMap((id): readonly Place[] => {
    const fact = units.get(id);
    if (fact !== undefined) return fact.audience === undefined && fact.status.is !== 'tombstoned' ? fact.evidence.slice(0, 1) : [];
    const episode = groups.get(id);
    return episode?.audience === undefined ? (episode?.events ?? []) : [];
  });
  return [...events, ...ofMembers];
}

/** Counts the words asked for that a unit or one of its members holds; not those of members that a person forgot or that are private. */
function sharedWith(units: SpaceUnits, { marks = [], members }: Group, asked: ReadonlySet<string>): number {
  const ofMembers = members.flatMap((id) => {
    const member = findUnit(units, id);
    return member === undefined || member.audience !== undefined || member.status.is === 'tombstoned' ? [] : (member.marks ?? []);
  });
  const own = new Set([...marks, ...ofMembers]);
  return asked.values().reduce((sum, mark) => sum + (own.has(mark) ? 1 : 0), 0);
}
