import {
  EPISODE_VERSION,
  episodeWords,
  gatherSteps,
  MOST_MARKS,
  segmentEpisodes,
  spaceKey,
  type EpisodeSource,
  type Group,
  type LedgerAct,
  type NewLedgerEntry,
  type SpaceUnits,
  type UnitDecision,
} from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { batchesOf, inSlices, openUnitMarks, type OwnedPartition, type UnitMarks } from '@total-recall/runtime';
import type { ConsolidatorConfig } from '../consolidator-deps.ts';
import { sessionsBehind, STAGE_MS, type SweepDeps } from '../sweep/sweep-space.ts';
import { decideEpisodes, type DecidedEpisodes } from './decide-episodes.ts';
import { linkSpeculatively } from './link-speculatively.ts';
import { readEpisodeSources } from './read-episode-sources.ts';
import { sweepEntry } from '../sweep/sweep-entry.ts';

const EVENTS_A_PAGE = 200;
/** Decisions of one entry about topics and insights. */
const DECISIONS_AN_ENTRY = 200;
const ENTRIES_AN_APPEND = 16;
/** Episodes of one sweep whose words are found anew. */
const MARKED_A_SWEEP = 50;

/** Most spaces of which it is known that their latest episodes are still to be compared. */
const MOST_SPACES = 10_000;

export interface EpisodeSweepDeps extends SweepDeps {
  /** Spaces that got episodes since a sweep last compared them for speculative links, by their names. */
  readonly unlinked: Set<string>;
}

/** Result of a sweep for episodes; `hasMore` where more is left than one sweep reads. */
export interface SweptEpisodes {
  /** Events that were put into episodes. */
  readonly events: number;
  /** Episodes, topics and insights that were left out, as the space has as many as it may have. */
  readonly left: number;
  readonly hasMore: boolean;
}

/**
 * Puts what was appended since the last sweep into episodes, session by session, and then decides about topics and
 * insights. Each page of events is one append with its cursor, so that a sweep that stops anywhere is continued by the
 * next. A sweep that ends early leaves speculative links to the one that finds nothing left.
 */
export async function sweepEpisodes(
  deps: EpisodeSweepDeps,
  owned: OwnedPartition,
  place: SpacePlace,
  { eventsPerSweep, unitsPerSpace, speculativeLinks }: Pick<ConsolidatorConfig, 'eventsPerSweep' | 'unitsPerSpace' | 'speculativeLinks'>,
): Promise<SweptEpisodes> {
  const name = spaceKey(place);
  const behind = await sessionsBehind(deps, place, ({ episodeCursors }) => episodeCursors);
  let [events, left] = [0, 0];
  const untilMs = deps.clock.monotonicMs() + STAGE_MS;
  const marks = behind.length > 0 ? await openUnitMarks(deps, place) : undefined;
  for (const session of behind) {
    for (;;) {
      if (events >= eventsPerSweep || deps.clock.monotonicMs() >= untilMs) return { events, left, hasMore: true };
      const read = await sweepPage(deps, owned, { ...place, session, marks: marks!, unitsPerSpace });
      if (read === 'again') continue;
      if (read === 'end') break;
      events += read.events;
      left += read.leftOut;
      if (speculativeLinks > 0) noteUnlinked(deps, name);
    }
  }
  await deps.inTurn(() => markAnew(deps, owned, place));
  const ungathered = await deps.inTurn(() => gather(deps, owned, place, unitsPerSpace));
  // Each sweep looks for topics anew; those without room are told of where something new was read.
  if (events > 0) left += ungathered;
  if (deps.unlinked.has(name) && (await linkSpeculatively(deps, owned, place, speculativeLinks))) deps.unlinked.delete(name);
  return { events, left, hasMore: false };
}

function noteUnlinked({ unlinked }: EpisodeSweepDeps, name: string): void {
  if (unlinked.size >= MOST_SPACES) unlinked.clear();
  unlinked.add(name);
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
  await owned.append([sweepEntry(deps, place, { type: 'UnitsDecided', decisions })], () => deps.erasures() === erasures);
}

interface SweptPage {
  readonly events: number;
  readonly leftOut: number;
}

interface PageOf extends SpacePlace {
  readonly session: string;
  readonly marks: UnitMarks;
  readonly unitsPerSpace: number;
}

/**
 * Decides about one page of a session, which is read before the turn to decide, as is the episode that it may go on with.
 * Returns the events read; `end` where there are none, and `again` where an erasure may have taken some of them, or a person
 * changed that episode.
 */
async function sweepPage(deps: SweepDeps, owned: OwnedPartition, page: PageOf): Promise<SweptPage | 'again' | 'end'> {
  const { tenant, space, session, marks } = page;
  const place = { tenant, space };
  const state = await deps.inTurn(() => deps.stateOf(place));
  const erasures = deps.erasures();
  const fromOrdinal = (state.episodeCursors.get(session) ?? 0) + 1;
  const open = openEpisode(state, session);
  const events = await deps.index.sessionEvents({ ...place, session, fromOrdinal, limit: EVENTS_A_PAGE });
  const isTaken = deps.takenIn?.(place);
  const kept = events.filter(({ record }) => isTaken?.({ session, eventId: record.envelope.id }) !== true);
  if (kept.length === 0) return 'end';
  const fresh = await readEpisodeSources(deps, marks, kept);
  const old = open ? await readGroup(deps, page, open) : [];
  const isStill = (): boolean => deps.erasures() === erasures;
  const through = events.at(-1)!.accepted.ordinal;
  const decided = await deps.inTurn(() => decidePage(deps, owned, page, { fresh, open, old, through, isStill }));
  return decided === 'again' ? decided : { events: events.length, leftOut: decided.leftOut };
}

/** Reads the events of an episode that are still there. */
async function readGroup(deps: SweepDeps, { tenant, space, marks }: PageOf, { events }: Group): Promise<EpisodeSource[]> {
  const ids = events.map(({ eventId }) => eventId);
  const found = (await deps.index.events(tenant, space, ids)).filter((event) => event !== undefined);
  return readEpisodeSources(deps, marks, found);
}

interface ReadPage {
  readonly fresh: readonly EpisodeSource[];
  /** The episode that the page may go on with, as it was when its events were read, and these. */
  readonly open: Group | undefined;
  readonly old: readonly EpisodeSource[];
  readonly through: number;
  readonly isStill: () => boolean;
}

/** Appends what is decided about a page that was read; `again` where an erasure or a change of its open episode came meanwhile. */
async function decidePage(
  deps: SweepDeps,
  owned: OwnedPartition,
  { tenant, space, session, marks, unitsPerSpace }: PageOf,
  { fresh, open, old, through, isStill }: ReadPage,
): Promise<DecidedEpisodes | 'again'> {
  const place = { tenant, space };
  const state = await deps.stateOf(place);
  if (!isSameEpisode(openEpisode(state, session), open)) return 'again';
  const episodes = segmentEpisodes(fresh, old);
  const options = { marks, unitsPerSpace, slices: deps.slices, ...(open && { open, old: old.length }) };
  const decided = await decideEpisodes(state, episodes, options);
  const { decisions } = decided;
  const commit: LedgerAct = { type: 'EpisodesCommitted', cursors: [{ session, through }], version: EPISODE_VERSION };
  const acts: LedgerAct[] = [...(decisions.length > 0 ? [{ type: 'UnitsDecided', decisions } as const] : []), commit];
  const entries = acts.map((act) => sweepEntry(deps, place, act));
  if (!(await owned.append(entries, isStill))) return 'again';
  for (const decision of decisions) deps.decided(decision);
  return decided;
}

function isSameEpisode(a: Group | undefined, b: Group | undefined): boolean {
  return a?.id === b?.id && a?.events.length === b?.events.length && a?.events.at(-1)?.eventId === b?.events.at(-1)?.eventId;
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

/**
 * Appends what is decided about topics and insights; nothing where nothing new is. Returns the number of those that were
 * left out, as the space has as many groups as it may have.
 */
async function gather(deps: SweepDeps, owned: OwnedPartition, place: SpacePlace, unitsPerSpace: number): Promise<number> {
  const erasures = deps.erasures();
  const state = await deps.stateOf(place);
  const room = { room: unitsPerSpace - state.groups.size, left: new Set<string>() };
  const decisions = await inSlices(gatherSteps(state, room), deps.slices);
  const entries: NewLedgerEntry[] = [];
  for (const batch of batchesOf(decisions, DECISIONS_AN_ENTRY))
    entries.push(sweepEntry(deps, place, { type: 'UnitsDecided', decisions: batch }));
  for (const batch of batchesOf(entries, ENTRIES_AN_APPEND)) {
    // After an erasure the next sweep decides anew over what is left.
    if (!(await owned.append(batch, () => deps.erasures() === erasures))) return room.left.size;
  }
  for (const decision of decisions) deps.decided(decision);
  return room.left.size;
}
