import type { EventBody } from '../event/event-body.ts';
import type { SessionEntry } from '../session/session-state.ts';
import { actionTopics, failureTopics } from './action-topics.ts';
import { makeProfile, PROFILE_TERMS, type MarkerProfile } from './marker-profile.ts';
import type { Manifest, Marker } from './marker.ts';
import type { EvictedReading } from './read-evicted.ts';
import { isCommonWord, type HeldTerm, type ReadTerm } from './read-terms.ts';
import type { TermShape } from './read-runs.ts';
import { cleanTopic, fitMarker, type FittedMarker } from './render-marker.ts';
import { decisionTopics, requestTopics, type WordWeight } from './request-topics.ts';
import { chooseTelling, type TermRarity } from './telling-terms.ts';
import { whatIsCounted } from './unite-topics.ts';

const MAX_HINTS = 16;
const MAX_ANCHORS = 64;
const MAX_ARTIFACTS = 256;
const TELLING_TOPICS = 14;
/** One long listing does not drown the other events of a span. */
const TIMES_AN_EVENT = 3;

export interface SpanDescription extends Pick<Manifest, 'anchors' | 'artifactIds' | 'hints'> {
  /** Best first; the marker takes what fits. */
  readonly topics: readonly string[];
  readonly profile: MarkerProfile;
}

export interface DescribeInput {
  readonly reading: EvictedReading;
  readonly bodies: ReadonlyMap<string, EventBody>;
  /** Markers that stand beside it. */
  readonly others: readonly Marker[];
  readonly rarity?: TermRarity;
}

interface DescriberInput extends DescribeInput {
  readonly countTokens: (text: string) => number;
}

/** Says of runs of the evicted events what they were about, each once however often it is asked. */
export interface SpanDescriber {
  describe(entries: readonly SessionEntry[]): SpanDescription;
  /** The marker of a run that joins no other one. */
  fit(entries: readonly SessionEntry[], fromTurn: number, toTurn: number): FittedMarker;
  /** How much the subject changes before an entry, 0..1. */
  shiftBefore(entry: SessionEntry): number;
}

export function createSpanDescriber(input: DescriberInput): SpanDescriber {
  const { placeOf, shifts } = input.reading;
  const described = new Map<string, SpanDescription>();
  const fitted = new Map<string, FittedMarker>();
  const keyOf = (entries: readonly SessionEntry[]) => entries.map(({ id }) => placeOf.get(id)).join();
  const describe = (entries: readonly SessionEntry[]) => once(described, keyOf(entries), () => describeSpan(input, entries));
  return {
    describe,
    fit: (entries, fromTurn, toTurn) =>
      once(fitted, keyOf(entries), () => fitMarker(fromTurn, toTurn, describe(entries).topics, input.countTokens)),
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
 * What a span was about: requests in their own words, what was done and how often, what failed, what was decided, then the terms that tell it
 * from everything else. Deterministic.
 */
export function describeSpan({ reading, bodies, others, rarity }: DescribeInput, entries: readonly SessionEntry[]): SpanDescription {
  const { placeOf, texts } = reading;
  const own = entries.map(({ id }) => reading.held[placeOf.get(id)!] ?? []);
  const weightOf = wordWeights(rarity);
  const saidBefore = saidIn(others);
  const requests = requestTopics(entries, bodies, weightOf).filter((request) => !isQuoted(request, others));
  const quoted = requests.join(' ').toLowerCase();
  // A text that holds much is asked for more often: it counts by the root of its terms.
  const sizes = own.map((held) => Math.sqrt(held.length));
  const told = chooseTelling({ own, sizes, texts: texts.length, rarity, saidBefore, limit: PROFILE_TERMS });
  const telling = told.slice(0, TELLING_TOPICS).map(({ term }) => term);
  const counts = [...actionTopics(entries, bodies), ...failureTopics(entries, ({ id }) => texts[placeOf.get(id)!] ?? '')];
  const recurs = recurringCounts(others);
  return {
    topics: [
      ...requests,
      ...tasksOf(entries).filter((task) => saidBefore(task) === 0),
      ...counts.filter((count) => !recurs(count)),
      ...decisionTopics(entries, bodies, weightOf),
      ...telling.map(cleanTopic).filter((term) => term !== '' && !quoted.includes(term.toLowerCase())),
      ...counts.filter(recurs),
    ],
    profile: makeProfile({ own, sizes, chosen: told }),
    anchors: findAnchors(entries),
    artifactIds: entries.flatMap(({ id }) => bodies.get(id)?.artifacts?.map((artifact) => artifact.id) ?? []).slice(0, MAX_ARTIFACTS),
    hints: { ...commonestTerms(own), tools: toolsOf(entries, bodies) },
  };
}

const UNKNOWN_WORD = 0.7;

/** Words that the space is full of tell little of a request, everyday ones nothing. */
function wordWeights(rarity: TermRarity | undefined): WordWeight {
  return (word) => {
    if (isCommonWord(word)) return 0;
    const frequency = rarity?.frequencies.get(word.toLowerCase());
    if (rarity === undefined || frequency === undefined) return UNKNOWN_WORD;
    const documents = Math.max(rarity.documents, frequency, 1);
    return Math.log(1 + documents / Math.max(1, frequency)) / Math.log(1 + documents);
  };
}

/** How many of the markers say a term, or kept it of what they stand for. */
export function saidIn(markers: readonly Marker[]): (term: string) => number {
  const said = new Map<string, number>();
  for (const { topics, profile } of markers)
    for (const term of new Set([...topics, ...(profile?.terms ?? [])].map((known) => known.toLowerCase())))
      said.set(term, (said.get(term) ?? 0) + 1);
  return (term) => (said.size === 0 ? 0 : (said.get(term.toLowerCase()) ?? 0));
}

const SAME_WORDS = 0.6;

/** Whether a marker quotes about the same words. */
function isQuoted(request: string, markers: readonly Marker[]): boolean {
  const words = request.slice(1, -1).toLowerCase().split(' ');
  return markers.some(({ topics }) =>
    topics.some((topic) => {
      if (!topic.startsWith('"')) return false;
      const said = new Set(topic.slice(1, -1).toLowerCase().split(' '));
      return words.filter((word) => said.has(word)).length >= SAME_WORDS * words.length;
    }),
  );
}

/** Whether a count is of what most markers count: it tells no span from another, and stands last. */
function recurringCounts(markers: readonly Marker[]): (count: string) => boolean {
  const said = new Map<string, number>();
  for (const { topics } of markers)
    for (const what of new Set(topics.flatMap((topic) => whatIsCounted(topic) ?? []))) said.set(what, (said.get(what) ?? 0) + 1);
  return (count) => 2 * (said.get(whatIsCounted(count) ?? '') ?? 0) > markers.length;
}

function tasksOf(entries: readonly SessionEntry[]): string[] {
  return countsOf(entries.flatMap(({ taskId }) => taskId ?? []))
    .slice(0, 1)
    .map(([task]) => cleanTopic(task));
}

function toolsOf(entries: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>): string[] {
  const tools = entries.flatMap(({ id, kind }) => (kind === 'tool_call' ? (bodies.get(id)?.call?.name ?? []) : []));
  return countsOf(tools)
    .slice(0, MAX_HINTS)
    .map(([tool]) => tool);
}

function commonestTerms(own: readonly (readonly HeldTerm[])[]): Omit<Manifest['hints'], 'tools'> {
  const counts = new Map<ReadTerm, number>();
  for (const held of own) for (const { term, times } of held) counts.set(term, (counts.get(term) ?? 0) + Math.min(TIMES_AN_EVENT, times));
  const byShape: Record<TermShape, [string, number][]> = { paths: [], identifiers: [], codes: [], entities: [], words: [] };
  for (const [{ term, shape }, count] of counts) byShape[shape].push([term, count]);
  return { entities: commonest(byShape.entities), paths: commonest(byShape.paths), keywords: commonest(byShape.words) };
}

/** The most frequent words, without a sort of all of them. */
function commonest(counts: [string, number][]): string[] {
  if (counts.length > MAX_HINTS) {
    const least = Uint32Array.from(counts, ([, count]) => count).sort()[counts.length - MAX_HINTS]!;
    counts = counts.filter(([, count]) => count >= least);
  }
  return counts
    .sort(byCount)
    .slice(0, MAX_HINTS)
    .map(([word]) => word);
}

function countsOf(words: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(byCount);
}

function byCount([a, countA]: [string, number], [b, countB]: [string, number]): number {
  return countB - countA || (a < b ? -1 : a > b ? 1 : 0);
}

function findAnchors(span: readonly SessionEntry[]): Manifest['anchors'] {
  const anchors: { eventId: string; why: 'decision' | 'error' | 'constraint' | 'objective' }[] = [];
  for (const entry of span) {
    if (anchors.length === MAX_ANCHORS) break;
    if (entry.kind === 'decision' || entry.kind === 'constraint' || entry.kind === 'objective')
      anchors.push({ eventId: entry.id, why: entry.kind });
    else if (entry.isError) anchors.push({ eventId: entry.id, why: 'error' });
  }
  return anchors;
}
