import {
  audienceOf,
  EPISODE_VERSION,
  episodeWords,
  gatherUnits,
  indexMarks,
  MOST_LINKS,
  MOST_MARKS,
  segmentEpisodes,
  type EpisodeSource,
  type Group,
  type GroupEvent,
  type LedgerAct,
  type NewLedgerEntry,
  type SpaceUnits,
  type UnitDecision,
  type UnitLink,
} from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { openUnitMarks, type OwnedPartition, type UnitMarks } from '@total-recall/runtime';
import type { ConsolidatorConfig } from '../consolidator-deps.ts';
import { sessionsBehind, type SweepDeps } from '../sweep/sweep-space.ts';
import { readEpisodeSources } from './read-episode-sources.ts';

const EVENTS_A_PAGE = 200;
/** Decisions of one entry about topics and insights. */
const DECISIONS_AN_ENTRY = 200;
const ENTRIES_AN_APPEND = 16;
/** Episodes of one sweep whose words are found anew. */
const MARKED_A_SWEEP = 50;
/** Least nearness of an episode that another is linked to. */
const LEAST_NEAR = 0.1;

/**
 * Puts what was appended since the last sweep into episodes, session by session, and then decides about topics and
 * insights. Each page of events is one append with its cursor, so that a sweep that stops anywhere is continued by the
 * next. Returns true where more is left than one sweep reads.
 */
export async function sweepEpisodes(
  deps: SweepDeps,
  owned: OwnedPartition,
  place: SpacePlace,
  { eventsPerSweep, unitsPerSpace }: Pick<ConsolidatorConfig, 'eventsPerSweep' | 'unitsPerSpace'>,
): Promise<boolean> {
  const behind = await sessionsBehind(deps, place, ({ episodeCursors }) => episodeCursors);
  let events = 0;
  const marks = behind.length > 0 ? await openUnitMarks(deps, place) : undefined;
  for (const session of behind) {
    for (;;) {
      if (events >= eventsPerSweep) return true;
      const read = await deps.inTurn(() => sweepPage(deps, owned, { ...place, session, marks: marks!, unitsPerSpace }));
      if (read === 'again') continue;
      if (read === 0) break;
      events += read;
    }
  }
  await deps.inTurn(() => markAnew(deps, owned, place));
  await deps.inTurn(() => gather(deps, owned, place));
  return false;
}

/** Finds the words of episodes anew that lost an event to an erasure, some in each sweep. */
async function markAnew(deps: SweepDeps, owned: OwnedPartition, place: SpacePlace): Promise<void> {
  const { groups } = await deps.stateOf(place);
  const lost = [...groups.values()].filter(
    ({ kind, status, marks }) => kind === 'episode' && status.is === 'current' && marks === undefined,
  );
  if (lost.length === 0) return;
  const erasures = deps.erasures();
  const marks = await openUnitMarks(deps, place);
  const decisions: UnitDecision[] = [];
  for (const { id, events } of lost.slice(0, MARKED_A_SWEEP)) {
    const ids = events.map(({ eventId }) => eventId);
    const found = (await deps.index.events(place.tenant, place.space, ids)).filter((event) => event !== undefined);
    const words = episodeWords(await readEpisodeSources(deps, marks, found), MOST_MARKS);
    decisions.push({ do: 'update', unit: id, marks: words.map(marks.word) });
  }
  await owned.append([entryOf(deps, place, { type: 'UnitsDecided', decisions })], () => deps.erasures() === erasures);
}

interface PageOf extends SpacePlace {
  readonly session: string;
  readonly marks: UnitMarks;
  readonly unitsPerSpace: number;
}

/** Decides about one page of a session. Returns the events read; `again` where an erasure may have taken some of them. */
async function sweepPage(deps: SweepDeps, owned: OwnedPartition, page: PageOf): Promise<number | 'again'> {
  const { tenant, space, session, marks, unitsPerSpace } = page;
  const place = { tenant, space };
  const state = await deps.stateOf(place);
  const erasures = deps.erasures();
  const fromOrdinal = (state.episodeCursors.get(session) ?? 0) + 1;
  const events = await deps.index.sessionEvents({ ...place, session, fromOrdinal, limit: EVENTS_A_PAGE });
  const isTaken = deps.takenIn?.(place);
  const kept = events.filter(({ record }) => isTaken?.({ session, eventId: record.envelope.id }) !== true);
  if (kept.length === 0) return 0;
  const open = openEpisode(state, session);
  const before = open
    ? await deps.index.events(
        tenant,
        space,
        open.events.map(({ eventId }) => eventId),
      )
    : [];
  const sources = await readEpisodeSources(deps, marks, [...before.filter((event) => event !== undefined), ...kept]);
  const split = sources.findIndex(({ ordinal }) => ordinal >= fromOrdinal);
  const [old, fresh] = split === -1 ? [sources, []] : [sources.slice(0, split), sources.slice(split)];
  const episodes = segmentEpisodes(fresh, old);
  const decisions = decideEpisodes(state, episodes, { marks, unitsPerSpace, ...(open && { open, old: old.length }) });
  const through = events.at(-1)!.accepted.ordinal;
  const commit: LedgerAct = { type: 'EpisodesCommitted', cursors: [{ session, through }], version: EPISODE_VERSION };
  const acts: LedgerAct[] = [...(decisions.length > 0 ? [{ type: 'UnitsDecided', decisions } as const] : []), commit];
  const isStill = (): boolean => deps.erasures() === erasures;
  if (
    !(await owned.append(
      acts.map((act) => entryOf(deps, place, act)),
      isStill,
    ))
  )
    return 'again';
  for (const decision of decisions) deps.decided(decision);
  return events.length;
}

function entryOf({ newId, clock }: SweepDeps, place: SpacePlace, act: LedgerAct): NewLedgerEntry {
  return { ...place, id: newId(place.tenant), at: clock.now(), actor: 'consolidator', act };
}

/** The last episode of a session, which goes on while nothing cuts it. What was edited or forgotten does not go on. */
function openEpisode({ groups }: SpaceUnits, session: string): Group | undefined {
  let last: Group | undefined;
  for (const group of groups.values()) {
    if (group.kind !== 'episode' || group.events[0]?.session !== session) continue;
    if (!last || group.events.at(-1)!.ordinal > last.events.at(-1)!.ordinal) last = group;
  }
  return last?.status.is === 'current' && !last.byPerson ? last : undefined;
}

interface DecideOptions {
  readonly marks: UnitMarks;
  readonly unitsPerSpace: number;
  readonly open?: Group;
  /** Events of the open episode that are still there. */
  readonly old?: number;
}

/** Decides which episodes are added and grow, and what each new one is linked to. */
function decideEpisodes(
  state: SpaceUnits,
  episodes: readonly (readonly EpisodeSource[])[],
  { marks, unitsPerSpace, open, old = 0 }: DecideOptions,
): UnitDecision[] {
  const marksOf = (episode: readonly EpisodeSource[]): string[] => episodeWords(episode, MOST_MARKS).map(marks.word);
  const [first = [], ...rest] = episodes;
  const grows = open !== undefined && first.length > old;
  const added = open === undefined ? episodes.filter((episode) => episode.length > 0) : rest;
  const room = Math.max(0, unitsPerSpace - state.groups.size);
  const index = indexMarks([...state.groups.values()].filter(({ kind, status }) => kind === 'episode' && status.is === 'current'));
  let previous = open?.id;
  return [
    ...(grows ? [{ do: 'update', unit: open.id, events: first.slice(old).map(eventOf), marks: marksOf(first) } as const] : []),
    ...added.slice(0, room).flatMap((episode): UnitDecision[] => {
      const id = `episode:${episode[0]!.eventId}`;
      if (state.groups.has(id)) return [];
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
      return [{ do: 'add', unit }, ...(links.length > 0 ? [{ do: 'link', unit: id, links } as const] : [])];
    }),
  ];
}

function eventOf({ eventId, session, ordinal, at }: EpisodeSource): GroupEvent {
  return { eventId, session, ordinal, at };
}

/** Appends what is decided about topics and insights; nothing where nothing new is. */
async function gather(deps: SweepDeps, owned: OwnedPartition, place: SpacePlace): Promise<void> {
  const erasures = deps.erasures();
  const decisions = gatherUnits(await deps.stateOf(place));
  const entries: NewLedgerEntry[] = [];
  for (let from = 0; from < decisions.length; from += DECISIONS_AN_ENTRY)
    entries.push(entryOf(deps, place, { type: 'UnitsDecided', decisions: decisions.slice(from, from + DECISIONS_AN_ENTRY) }));
  for (let from = 0; from < entries.length; from += ENTRIES_AN_APPEND) {
    // After an erasure the next sweep decides anew over what is left.
    if (!(await owned.append(entries.slice(from, from + ENTRIES_AN_APPEND), () => deps.erasures() === erasures))) return;
  }
  for (const decision of decisions) deps.decided(decision);
}
