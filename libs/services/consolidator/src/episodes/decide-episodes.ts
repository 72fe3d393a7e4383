import {
  audienceOf,
  episodeWords,
  indexMarks,
  MOST_LINKS,
  MOST_MARKS,
  type EpisodeSource,
  type Group,
  type GroupEvent,
  type SpaceUnits,
  type UnitDecision,
  type UnitLink,
} from '@total-recall/domain';
import type { Slices, UnitMarks } from '@total-recall/runtime';

/** Least nearness of an episode that another is linked to. */
const LEAST_NEAR = 0.1;

interface DecideOptions {
  readonly marks: UnitMarks;
  readonly unitsPerSpace: number;
  readonly open?: Group;
  /** Events of the open episode that are still there. */
  readonly old?: number;
  readonly slices: Slices | undefined;
}

/** Decisions about the episodes of a page, and the number of those that are in none, as the space has no room for them. */
export interface DecidedEpisodes {
  readonly decisions: readonly UnitDecision[];
  readonly leftOut: number;
}

/** Decides which episodes are added and grow, and what each new one is linked to. */
export async function decideEpisodes(
  state: SpaceUnits,
  episodes: readonly (readonly EpisodeSource[])[],
  { marks, unitsPerSpace, open, old = 0, slices }: DecideOptions,
): Promise<DecidedEpisodes> {
  const marksOf = (episode: readonly EpisodeSource[]): string[] => episodeWords(episode, MOST_MARKS).map(marks.word);
  const [first = [], ...rest] = episodes;
  const grows = open !== undefined && first.length > old;
  const added = open === undefined ? episodes.filter((episode) => episode.length > 0) : rest;
  const room = Math.max(0, unitsPerSpace - state.groups.size);
  const index = indexMarks([...state.groups.values()].filter(({ kind, status }) => kind === 'episode' && status.is === 'current'));
  let previous = open?.id;
  const decisions: UnitDecision[] = [];
  if (grows) decisions.push({ do: 'update', unit: open.id, events: first.slice(old).map(eventOf), marks: marksOf(first) });
  const fresh = added.filter((episode) => !state.groups.has(idOf(episode)));
  for (const episode of fresh.slice(0, room)) {
    await slices?.(0);
    const id = idOf(episode);
    const audience = audienceOf(episode);
    const own = marksOf(episode);
    const near = index.near(own, { limit: MOST_LINKS.semantic, least: LEAST_NEAR });
    const links = [
      ...(previous === undefined ? [] : [{ type: 'temporal', to: previous } as const]),
      ...near.map(({ unit, score }): UnitLink => ({ type: 'semantic', to: unit.id, weight: Math.round(score * 1_000) / 1_000 })),
    ];
    previous = id;
    const unit = {
      id,
      kind: 'episode',
      events: episode.map(eventOf),
      members: [],
      marks: own,
      ...(audience !== undefined && { audience }),
    } as const;
    decisions.push({ do: 'add', unit });
    if (links.length > 0) decisions.push({ do: 'link', unit: id, links });
  }
  return { decisions, leftOut: Math.max(0, fresh.length - room) };
}

const idOf = (episode: readonly EpisodeSource[]): string => `episode:${episode[0]!.eventId}`;

function eventOf({ eventId, session, ordinal, at }: EpisodeSource): GroupEvent {
  return { eventId, session, ordinal, at };
}
