import { MOST_MEMBERS, type Group, type GroupKind, type NewGroup } from '../unit/group.ts';
import { byFirstSaid } from '../unit/known-units.ts';
import type { SpaceUnits } from '../unit/space-units.ts';
import type { AnyUnit, Unit, UnitDecision } from '../unit/unit.ts';
import { indexMarks } from './marked-units.ts';

/** Least nearness of two episodes that belong to one topic. */
const TOPIC_NEAR = 0.15;
/** Sessions in which something is stated that is more than a fact of one of them. Source: L9. */
export const INSIGHT_SESSIONS = 3;
/** Siblings that a new member of a topic is linked to. */
const SIBLINGS = 3;
/** Episodes of which an episode is compared with; beyond them none nearer is looked for. */
const NEAREST = 16;

type State = Pick<SpaceUnits, 'units' | 'groups' | 'tail'>;

/** Counts of what may still be added, and of what was left out for want of room. */
export interface GroupRoom {
  /** Topics and insights that may still be added. */
  room: number;
  /** Those that were left out; the next call decides about them again. */
  readonly left: Set<string>;
}

/**
 * Decides which topics and insights there are over the episodes and facts of a space. An episode joins the topic of the
 * nearest one, or makes one with it; what is stated in three sessions is an insight. Once its decisions are folded it
 * decides nothing more. What a person undid is not decided again while the ledger's tail knows of it. Pure but for `room`,
 * which it takes from. Works in steps, each of which yields what it cost as the number of characters that cost as much to
 * read.
 */
export function* gatherSteps(state: State, room: GroupRoom): Generator<number, UnitDecision[]> {
  const topics = yield* gatherTopics(state, room);
  return [...topics, ...gatherInsights(state, room)];
}

/** Takes room for a group; false where there is none. */
function takesRoom(of: GroupRoom, id: string): boolean {
  if (of.room >= 1) {
    of.room -= 1;
    return true;
  }
  of.left.add(id);
  return false;
}

/** Ids that an undone entry had added. */
function undoneIds({ tail }: State): Set<string> {
  const undone = tail.filter(({ undoneBy }) => undoneBy !== undefined);
  return new Set(undone.flatMap(({ before }) => before.flatMap(([id, unit]) => (unit === null ? [id] : []))));
}

function currentOf({ groups }: State, kind: GroupKind): Group[] {
  const own = [...groups.values()].filter((group) => group.kind === kind && group.status.is === 'current');
  return own.sort(byFirstSaid);
}

function* gatherTopics(state: State, room: GroupRoom): Generator<number, UnitDecision[]> {
  const episodes = currentOf(state, 'episode').filter(({ marks }) => marks !== undefined);
  const index = indexMarks(episodes);
  const undone = undoneIds(state);
  const topics = new Map(currentOf(state, 'topic').map((topic) => [topic.id, [...topic.members]]));
  const topicOf = new Map([...topics].flatMap(([id, members]) => members.map((member) => [member, id] as const)));
  const before = new Map([...topics].map(([id, members]) => [id, members.length]));
  const links: UnitDecision[] = [];
  const join = (id: string, episode: Group): void => {
    const members = topics.get(id)!;
    const siblings = members.slice(-SIBLINGS).map((to) => ({ type: 'sibling', to }) as const);
    links.push({ do: 'link', unit: episode.id, links: siblings });
    members.push(episode.id);
    topicOf.set(episode.id, id);
  };
  const added: NewGroup[] = [];
  for (const episode of episodes) {
    if (topicOf.has(episode.id)) continue;
    // A mark stands in a share of the episodes, so that each question costs in proportion to them.
    yield episodes.length;
    const where = ({ id, audience }: AnyUnit): boolean => id !== episode.id && audience === episode.audience;
    for (const { unit } of index.near(episode.marks!, { limit: NEAREST, least: TOPIC_NEAR, where })) {
      const known = topicOf.get(unit.id);
      const id = known ?? topicId(unit, episode);
      if ((known !== undefined && topics.get(known)!.length >= MOST_MEMBERS) || undone.has(id)) continue;
      if (known === undefined) {
        // A topic of that name may have been archived or forgotten; it is not made again.
        if (state.groups.has(id) || topics.has(id) || !takesRoom(room, id)) continue;
        added.push({
          id,
          kind: 'topic',
          events: [],
          members: [unit.id],
          ...(episode.audience !== undefined && { audience: episode.audience }),
        });
        topics.set(id, [unit.id]);
        topicOf.set(unit.id, id);
      }
      join(id, episode);
      break;
    }
  }
  const grown = [...before].filter(([id, size]) => topics.get(id)!.length > size);
  return [
    ...added.map((topic): UnitDecision => ({ do: 'add', unit: { ...topic, members: topics.get(topic.id)! } })),
    ...grown.map(([id]): UnitDecision => ({ do: 'update', unit: id, members: topics.get(id)! })),
    ...links,
  ];
}

/** A topic is named after the earlier of the two episodes that made it, so that it has one name whichever is read first. */
function topicId(a: AnyUnit, b: AnyUnit): string {
  const first = a.knownAt < b.knownAt || (a.knownAt === b.knownAt && a.id < b.id) ? a : b;
  return `topic:${first.id.slice('episode:'.length)}`;
}

function gatherInsights(state: State, room: GroupRoom): UnitDecision[] {
  const undone = undoneIds(state);
  const insightOf = new Map(
    [...state.groups.values()].filter(({ kind }) => kind === 'insight').flatMap((group) => group.members.map((id) => [id, group] as const)),
  );
  const byKey = Map.groupBy(
    [...state.units.values()].filter(({ status }) => status.is === 'current' || status.is === 'superseded'),
    ({ key, audience }) => `${key} ${audience ?? ''}`,
  );
  return [...byKey.values()].flatMap((facts): UnitDecision[] => {
    const sessions = new Set(facts.flatMap(({ evidence }) => evidence.map(({ session }) => session)));
    if (sessions.size < INSIGHT_SESSIONS) return [];
    const inTime = facts.toSorted(byFirstSaid).slice(0, MOST_MEMBERS);
    const known = inTime.map(({ id }) => insightOf.get(id)).find((group) => group !== undefined);
    if (known) return grownInsight(known, inTime);
    const id = `insight:${inTime[0]!.id}`;
    return undone.has(id) || state.groups.has(id) || !takesRoom(room, id) ? [] : [{ do: 'add', unit: newInsight(id, inTime) }];
  });
}

function newInsight(id: string, facts: readonly Unit[]): NewGroup {
  const { audience } = facts[0]!;
  return { id, kind: 'insight', events: [], members: facts.map((fact) => fact.id), ...(audience !== undefined && { audience }) };
}

function grownInsight({ id, members, status, byPerson }: Group, facts: readonly Unit[]): UnitDecision[] {
  const isSame = members.length === facts.length && facts.every((fact, at) => members[at] === fact.id);
  return isSame || byPerson || status.is !== 'current' ? [] : [{ do: 'update', unit: id, members: facts.map((fact) => fact.id) }];
}
