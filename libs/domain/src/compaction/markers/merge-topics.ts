import { FILES_READ, LEAST_COUNT, LONE_FAILURE, MOST_COUNTS, READS } from '../topics/action-topics.ts';
import { isOutcome } from '../topics/outcome-topics.ts';
import { mergeProfiles, type MarkerProfile } from './marker-profile.ts';
import type { Marker } from './marker.ts';
import { MARKER_TOPICS } from './render-marker.ts';
import { unsaidTerms } from './unsaid-terms.ts';

const REQUESTS = 2;
/** Number of requests, actions and error codes shown before the terms. */
const FIRST_REQUESTS = 1;
const ACTIONS = 2;
const CODES = 2;
const COUNTED = /^(\d{1,9}) ([^()]+?)(?: \(([^()]*)\))?$/;
const FAILURES = /^errors?$/;
const ERRORS = 'errors';

/**
 * Returns what a topic counts, without the number: `edits` for `3 edits`. A failure with a code counts that code. An
 * outcome counts nothing: `120 EUR refunded`.
 */
export function countedNoun(topic: string): string | undefined {
  if (!isCounted(topic)) return undefined;
  const { what, details } = readCount(topic);
  return what === ERRORS ? (details ?? ERRORS) : what;
}

/** Reads a count by what adds up: errors whether one or several, and files by the times that one was read. */
function readCount(topic: string): { readonly count: number; readonly what: string; readonly details: string | undefined } {
  const [, count, noun, details] = COUNTED.exec(topic)!;
  const what = FAILURES.test(noun!) ? ERRORS : noun === FILES_READ ? READS : noun!;
  return { count: Number(count), what, details };
}

/** Returns a test for counts that most markers have: they do not tell spans apart and stand last. */
export function recurringCounts(markers: readonly Pick<Marker, 'topics'>[]): (count: string) => boolean {
  const said = new Map<string, number>();
  for (const { topics } of markers)
    for (const what of new Set(topics.flatMap((topic) => countedNoun(topic) ?? []))) said.set(what, (said.get(what) ?? 0) + 1);
  return (count) => 2 * (said.get(countedNoun(count) ?? '') ?? 0) > markers.length;
}

/** Topics and kept content of one marker. */
type TopicPart = Pick<Marker, 'topics' | 'profile' | 'eventCount' | 'level'>;

const isRequest = (topic: string) => topic.startsWith('"');
/** Returns true for a count. Numbers of outcomes are amounts: told twice, they are one and the same. */
const isCounted = (topic: string) => COUNTED.test(topic) && !isOutcome(topic);
const isDecided = (topic: string) => topic.startsWith('decided ');
const isTold = (topic: string) => isDecided(topic) || isOutcome(topic);

/**
 * Merges the topics of markers, in order, and chooses terms anew from the profiles of all. `saidBefore` counts the
 * other markers that hold a term. Counts that `recurs` in most of them take the room that is left, as requests do beyond
 * the first of two spans: one request speaks for one span. So does one failure without a code. See ADR 0127 and 0135.
 */
export function mergeParts(
  parts: readonly TopicPart[],
  saidBefore: (term: string) => number,
  recurs: (count: string) => boolean = () => false,
): { readonly topics: readonly string[]; readonly profile: MarkerProfile } {
  const counts = addedUp(parts.flatMap(countsOf));
  const profile = { ...mergeProfiles(parts.map(profileOf), saidBefore), counts };
  const said = arranged(
    parts.map(({ topics }) => topics.filter((topic) => isRequest(topic) || isTold(topic))),
    counts,
  );
  const quoted = parts.every(({ level }) => level === 0) ? said.filter(isRequest).slice(0, FIRST_REQUESTS) : [];
  const firsts = said.filter((topic) =>
    isRequest(topic) ? quoted.includes(topic) : topic !== LONE_FAILURE && !isOutcome(topic) && (!isCounted(topic) || !recurs(topic)),
  );
  const terms = unsaidTerms(profile.terms, { quotes: quoted, counts: firsts.filter(isCounted) });
  return { topics: [...firsts, ...terms, ...said.filter((topic) => !firsts.includes(topic))], profile };
}

/** A text shows two counts at most, so what it shows would not add up; a marker of before counts has nothing else. */
function countsOf({ profile, topics }: TopicPart): readonly string[] {
  return (profile?.counts ?? topics).filter(isCounted);
}

const UNKNOWN_WORTH = 30;

/**
 * Returns a marker's profile, its slices in events: older ones hold larger numbers, which would outweigh the other
 * parts. A marker from before profiles has only its topics.
 */
function profileOf({ profile, topics, eventCount }: TopicPart): MarkerProfile {
  if (profile) {
    const sum = profile.slices.reduce((total, slice) => total + slice, 0);
    return sum <= eventCount ? profile : { ...profile, slices: profile.slices.map((slice) => Math.round((slice * eventCount) / sum)) };
  }
  const terms = topics.filter((topic) => !isRequest(topic) && !isCounted(topic) && !isTold(topic));
  return { slices: [eventCount], terms, at: terms.map(() => 1), worth: terms.map(() => UNKNOWN_WORTH) };
}

/**
 * Merges the topics of markers: requests, counts added up, the newest decision and outcome, then the best terms of each
 * part in turn.
 */
export function mergeTopics(parts: readonly (readonly string[])[]): string[] {
  return arranged(parts, addedUp(parts.flatMap((topics) => topics.filter(isCounted))));
}

/** Arranges topics of markers around counts of all of them. */
function arranged(parts: readonly (readonly string[])[], counts: readonly string[]): string[] {
  const inTurn = interleaved(parts);
  const requests = inTurn.filter(isRequest);
  return [
    ...requests.slice(0, REQUESTS),
    ...shownCounts(counts),
    ...parts.flat().filter(isDecided).slice(-1),
    ...parts.flat().filter(isOutcome).slice(-1),
    ...inTurn.filter((topic) => !isRequest(topic) && !isCounted(topic) && !isTold(topic)),
    ...requests.slice(REQUESTS),
  ];
}

function interleaved(parts: readonly (readonly string[])[]): string[] {
  const united = new Set<string>();
  for (let rank = 0; rank < MARKER_TOPICS; rank++) {
    for (const topics of parts) {
      const topic = topics[rank];
      if (topic !== undefined) united.add(topic);
    }
  }
  return [...united];
}

/** Returns the counts that a text shows: the highest of actions, then errors. */
function shownCounts(counts: readonly string[]): string[] {
  const read = counts.map((text) => ({ text, ...readCount(text) }));
  const actions = read.filter(({ what, count }) => what !== ERRORS && count >= LEAST_COUNT);
  return [...actions.slice(0, ACTIONS), ...read.filter(({ what }) => what === ERRORS)].map(({ text }) => text);
}

/** Adds counts: `3 edits` and `4 edits` are `7 edits`. Highest first, errors after actions. */
function addedUp(topics: readonly string[]): string[] {
  const counts = new Map<string, { count: number; details: Set<string> }>();
  for (const topic of topics) {
    const { count, what, details } = readCount(topic);
    const known = counts.get(what) ?? { count: 0, details: new Set() };
    counts.set(what, known);
    known.count += count;
    for (const detail of details?.split(' ') ?? []) known.details.add(detail);
  }
  const written = ([what, { count, details }]: [string, { count: number; details: Set<string> }]): string => {
    const named = details.size === 0 ? '' : ` (${[...details].slice(0, CODES).join(' ')})`;
    return `${count} ${what === ERRORS && count === 1 ? 'error' : what}${named}`;
  };
  const sorted = [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  const failed = sorted.filter(([what]) => what === ERRORS);
  return [...sorted.filter(([what]) => what !== ERRORS).slice(0, MOST_COUNTS), ...failed].map(written);
}
