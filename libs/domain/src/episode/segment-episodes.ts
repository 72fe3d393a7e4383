import type { EventKind } from '../event/event-kind.ts';
import { MOST_EVENTS, type GroupEvent } from '../unit/group.ts';

/** Version of these rules and of what is read of events. */
export const EPISODE_VERSION = 1;

/** An event as it is put into an episode. */
export interface EpisodeSource extends GroupEvent {
  readonly kind: EventKind;
  /** Words that tell what it is about, each once; none for calls and results of tools. */
  readonly words: readonly string[];
  /** Keyed hash of the person whom it is about. */
  readonly audience?: string;
}

/** A pause after which something else is done. Source: 002 §8.1. */
export const EPISODE_GAP_MS = 30 * 60_000;
/** Events of an episode with which a request is compared, and the least that an episode has before it is compared. */
const COMPARED_EVENTS = 12;
const LEAST_EVENTS = 6;
/** Words of a request below which it says too little to tell a new topic ("yes, go on"). */
const LEAST_WORDS = 4;
/** Share of a request's words that the episode has said, below which it is about something else. */
const LEAST_COHESION = 0.1;

/**
 * Cuts the events of a session into episodes: at a pause, where a new objective is set, where a request shares almost no
 * word with what was said last, where events are about another person, and at `MOST_EVENTS`. A cut is decided by what
 * comes before it alone, so that events that come in one sweep or in many give the same episodes. `open` are the events
 * of the last episode so far, which the first of the result goes on with. Pure. Source: L3.
 */
export function segmentEpisodes(events: readonly EpisodeSource[], open: readonly EpisodeSource[] = []): EpisodeSource[][] {
  const episodes: EpisodeSource[][] = [[...open]];
  for (const event of events) {
    const last = episodes.at(-1)!;
    if (last.length > 0 && isCut(last, event)) episodes.push([event]);
    else last.push(event);
  }
  return episodes;
}

function isCut(episode: readonly EpisodeSource[], event: EpisodeSource): boolean {
  const last = episode.at(-1)!;
  if (episode.length >= MOST_EVENTS || event.at - last.at > EPISODE_GAP_MS) return true;
  // The first event tells whose an episode is, so that none becomes private, or another person's, once it is there.
  if (event.audience !== undefined && event.audience !== audienceOf(episode)) return true;
  if (episode.length < LEAST_EVENTS) return false;
  return event.kind === 'objective' || (event.kind === 'user_message' && isShift(episode, event));
}

function isShift(episode: readonly EpisodeSource[], { words }: EpisodeSource): boolean {
  if (words.length < LEAST_WORDS) return false;
  const said = new Set(episode.slice(-COMPARED_EVENTS).flatMap((event) => event.words));
  return words.filter((word) => said.has(word)).length < LEAST_COHESION * words.length;
}

/** The person to whom alone an episode is shown: whom one of its events is about. */
export function audienceOf(episode: readonly EpisodeSource[]): string | undefined {
  return episode.find(({ audience }) => audience !== undefined)?.audience;
}

/** Returns the words that most events of an episode share, those first that come in more of them. */
export function episodeWords(episode: readonly EpisodeSource[], limit: number): string[] {
  const times = new Map<string, number>();
  for (const { words } of episode) for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([word]) => word);
}
