import { isAnchorKind } from '../../event/kind-rules.ts';
import type { SessionEntry } from '../../session/session-state.ts';
import { countsToAdd, countTopics } from '../topics/action-topics.ts';
import { makeProfile, PROFILE_TERMS, type MarkerProfile } from './marker-profile.ts';
import type { Manifest, Marker } from './marker.ts';
import type { GatheredSketches } from '../sketches/gather-sketches.ts';
import { nthGreatest } from '../../recall/nth-greatest.ts';
import type { PlacedTerms } from '../../terms/placed-terms.ts';
import type { SketchedEntry } from '../sketches/sketched-entry.ts';
import type { TermShape } from '../../terms/read-runs.ts';
import { cleanTopic, fitMarker, type FittedMarker } from './render-marker.ts';
import { unsaidTerms } from './unsaid-terms.ts';
import { outcomeTopics } from '../topics/outcome-topics.ts';
import { askedBefore, decisionTopics, requestTopics } from '../topics/request-topics.ts';
import type { WordWeight } from '../topics/telling-part.ts';
import { chooseDistinctive, weighTerms, type TermRarity, type TermWorths } from '../../terms/distinctive-terms.ts';
import { recurringCounts } from './merge-topics.ts';
import { wordWeights } from '../topics/word-weights.ts';

const MAX_HINTS = 16;
const MAX_ANCHORS = 64;
const MAX_ARTIFACTS = 256;
const TELLING_TOPICS = 14;
/** Limit that keeps one long listing from drowning the other events of a span. */
const TIMES_AN_EVENT = 3;

interface SpanDescription {
  /** Topics, best first; the marker takes as many as fit. */
  readonly topics: readonly string[];
  readonly profile: MarkerProfile;
}

/** Contents of a manifest besides the ids of its events. */
type SpanManifest = Pick<Manifest, 'anchors' | 'artifactIds' | 'hints'>;

interface DescriberInput {
  readonly gathered: GatheredSketches;
  /** Other markers in the window. */
  readonly others: readonly Marker[];
  readonly rarity?: TermRarity;
  readonly countTokens: (text: string) => number;
}

/** Describes runs of the evicted events. Each result is cached. */
export interface SpanDescriber {
  describe(entries: readonly SessionEntry[]): SpanDescription;
  /** Builds the marker text of a run that joins no other marker. */
  fit(entries: readonly SessionEntry[], fromTurn: number, toTurn: number): FittedMarker;
  manifest(entries: readonly SessionEntry[]): SpanManifest;
  /** Returns the strength of the change of subject before an entry, 0..1. */
  shiftBefore(entry: SessionEntry): number;
}

/** Shared input for describing all spans of a compaction. */
interface Describing {
  readonly gathered: GatheredSketches;
  readonly others: readonly Marker[];
  readonly worths: TermWorths;
  readonly weightOf: WordWeight;
  readonly saidBefore: (term: string) => number;
  readonly recurs: (count: string) => boolean;
}

export function createSpanDescriber({ gathered, others, rarity, countTokens }: DescriberInput): SpanDescriber {
  const { placeOf, shifts, placed } = gathered;
  const saidBefore = saidIn(others);
  const worths = weighTerms({ terms: placed.terms, texts: placeOf.size, rarity, saidBefore });
  const describing = { gathered, others, worths, weightOf: wordWeights(rarity), saidBefore, recurs: recurringCounts(others) };
  const described = new Map<string, SpanDescription>();
  const fitted = new Map<string, FittedMarker>();
  const placesOf = (entries: readonly SessionEntry[]) => entries.map(({ id }) => placeOf.get(id)!);
  const describe = (entries: readonly SessionEntry[]) => {
    const places = placesOf(entries);
    return once(described, places.join(), () => describeSpan(describing, places));
  };
  return {
    describe,
    fit: (entries, fromTurn, toTurn) =>
      once(fitted, placesOf(entries).join(), () => fitMarker(fromTurn, toTurn, describe(entries).topics, countTokens)),
    manifest: (entries) => manifestOf(gathered, placesOf(entries)),
    shiftBefore: ({ id }) => shifts[placeOf.get(id)!] ?? 0,
  };
}

function once<T>(known: Map<string, T>, key: string, make: () => T): T {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

/**
 * Describes a span: its requests in their own words, its actions with counts, failures and decisions, then the terms
 * that distinguish it from everything else. Deterministic.
 */
function describeSpan({ gathered, others, worths, weightOf, saidBefore, recurs }: Describing, places: readonly number[]): SpanDescription {
  const { placed, sketched, asking } = gathered;
  const span = places.map((place) => sketched[place]!);
  const asked = requestTopics(span, weightOf);
  const quoted = asked.length > 0 ? asked : askedBefore(asking, span, weightOf);
  const requests = quoted.filter((request) => !isQuoted(request, others, weightOf));
  const told = chooseDistinctive({ placed, own: places, texts: sketched.length, worths, limit: PROFILE_TERMS });
  const telling = told.slice(0, TELLING_TOPICS).map(({ term }) => term);
  const counts = countTopics(span, recurs);
  const outcomes = outcomeTopics(span).filter((outcome) => !others.some(({ topics }) => topics.includes(outcome)));
  return {
    topics: [
      ...requests,
      ...tasksOf(span).filter((task) => saidBefore(task) === 0),
      ...counts.first,
      ...decisionTopics(span, weightOf),
      ...outcomes,
      ...unsaidTerms(telling, { quotes: [...requests, ...outcomes], counts: counts.first }),
      ...counts.last,
    ],
    profile: makeProfile({ events: places.length, chosen: told, counts: countsToAdd(span) }),
  };
}

function manifestOf({ sketched, placed }: GatheredSketches, places: readonly number[]): SpanManifest {
  const span = places.map((place) => sketched[place]!);
  return {
    anchors: findAnchors(span),
    artifactIds: span.flatMap(({ sketch }) => sketch?.artifactIds ?? []).slice(0, MAX_ARTIFACTS),
    hints: { ...commonestTerms(placed, places), tools: toolsOf(span) },
  };
}

/** Counts the markers that show a term or keep it in their profile. */
export function saidIn(markers: readonly Marker[]): (term: string) => number {
  const said = new Map<string, number>();
  for (const { topics, profile } of markers)
    for (const term of new Set([...topics, ...(profile?.terms ?? [])].map((known) => known.toLowerCase())))
      said.set(term, (said.get(term) ?? 0) + 1);
  return (term) => (said.size === 0 ? 0 : (said.get(term.toLowerCase()) ?? 0));
}

const SAME_WORDS = 0.6;

/** Returns true when a marker quotes nearly the same words, of those that tell something. */
function isQuoted(request: string, markers: readonly Marker[], weightOf: WordWeight): boolean {
  const words = wordsOf(request);
  const telling = words.filter((word) => weightOf(word) > 0);
  const compared = telling.length > 0 ? telling : words;
  return markers.some(({ topics }) =>
    topics.some((topic) => {
      if (!topic.startsWith('"')) return false;
      const said = new Set(wordsOf(topic));
      return compared.filter((word) => said.has(word)).length >= SAME_WORDS * compared.length;
    }),
  );
}

function wordsOf(request: string): string[] {
  return request.slice(1, -1).toLowerCase().split(' ');
}

function tasksOf(span: readonly SketchedEntry[]): string[] {
  return countsOf(span.flatMap(({ entry }) => entry.taskId ?? []))
    .slice(0, 1)
    .map(([task]) => cleanTopic(task));
}

function toolsOf(span: readonly SketchedEntry[]): string[] {
  return countsOf(span.flatMap(({ sketch }) => sketch?.call?.tool ?? []))
    .slice(0, MAX_HINTS)
    .map(([tool]) => tool);
}

function commonestTerms({ terms, from, held, times }: PlacedTerms, places: readonly number[]): Omit<Manifest['hints'], 'tools'> {
  const counts = new Uint32Array(terms.length);
  const found: Record<TermShape, number[]> = { paths: [], identifiers: [], codes: [], entities: [], words: [] };
  for (const place of places) {
    for (let next = from[place]!; next < from[place + 1]!; next++) {
      const index = held[next]!;
      if (counts[index] === 0) found[terms[index]!.shape].push(index);
      counts[index]! += Math.min(TIMES_AN_EVENT, times[next]!);
    }
  }
  const named = (indices: readonly number[]) =>
    mostCounted(indices, counts)
      .map((index) => [terms[index]!.term, counts[index]!] as const)
      .sort(byCount)
      .slice(0, MAX_HINTS)
      .map(([term]) => term);
  return { entities: named(found.entities), paths: named(found.paths), keywords: named(found.words) };
}

/** Selects the most frequent terms without sorting all; includes ties with the last. */
function mostCounted(indices: readonly number[], counts: Uint32Array): readonly number[] {
  if (indices.length <= MAX_HINTS) return indices;
  const own = new Float64Array(indices.length);
  for (let at = 0; at < indices.length; at++) own[at] = counts[indices[at]!]!;
  const least = nthGreatest(own, MAX_HINTS);
  return indices.filter((index) => counts[index]! >= least);
}

function countsOf(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(byCount);
}

function byCount([a, countA]: readonly [string, number], [b, countB]: readonly [string, number]): number {
  return countB - countA || (a < b ? -1 : a > b ? 1 : 0);
}

function findAnchors(span: readonly SketchedEntry[]): Manifest['anchors'] {
  const anchors: Manifest['anchors'][number][] = [];
  for (const { entry } of span) {
    if (anchors.length === MAX_ANCHORS) break;
    if (isAnchorKind(entry.kind)) anchors.push({ eventId: entry.id, why: entry.kind });
    else if (entry.isError) anchors.push({ eventId: entry.id, why: 'error' });
  }
  return anchors;
}
