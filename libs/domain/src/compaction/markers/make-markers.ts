import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import { liveBetween, liveRequests } from '../../session/live-requests.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { cutSpans, type EvictedSpan } from './cut-spans.ts';
import { saidIn, type SpanDescriber } from './describe-span.ts';
import type { Manifest, Marker, MarkerRecord } from './marker.ts';
import { mergeMarkers, pairToMerge } from './merge-markers.ts';
import { MARKER_TEMPLATE } from './render-marker.ts';
import { entryTokens } from '../tokens/entry-tokens.ts';
import { mergeParts, recurringCounts } from './merge-topics.ts';

/** Largest number of new markers in one compaction, and the divisor of the marker cap that limits it further. */
const MOST_A_CYCLE = 6;
const CAP_SHARE = 3;

interface MarkerInput {
  readonly state: SessionState;
  /** Entries that a compaction evicts, in order. */
  readonly evicted: readonly SessionEntry[];
  readonly describe: SpanDescriber;
  /** Id that the compaction event will get. */
  readonly eventId: string;
  readonly markerCap: number;
  /** Largest number of new markers. */
  readonly most: number;
  /** Number of new markers that fit. At least one is made. */
  readonly roomFor: number;
  readonly countTokens: (text: string) => number;
}

type SpanInput = Omit<MarkerInput, 'eventId' | 'countTokens'>;

/** A marker that is not recorded yet. */
interface MadeMarker extends Pick<MarkerRecord, 'marker' | 'parts'> {
  /** Entries that it covers itself, besides its parts. */
  readonly entries: readonly SessionEntry[];
}

export interface MadeMarkers {
  /** New markers in order, then the parents that the cap required. */
  readonly made: readonly MadeMarker[];
  /** All markers in the window afterwards, in order. */
  readonly markers: readonly Marker[];
}

/** Computes how many new markers a compaction may make; more where the cap is higher. */
export function markersACycle(markerCap: number): number {
  return Math.max(1, Math.min(MOST_A_CYCLE, Math.floor(markerCap / CAP_SHARE)));
}

/**
 * Makes the markers of a compaction, one for each span of one subject, and merges markers to keep the cap. Pure.
 * Source: C6, 002 §6.4.
 */
export function makeMarkers(input: MarkerInput): MadeMarkers {
  const { state, evicted, markerCap } = input;
  if (evicted.length === 0) return { made: [], markers: state.markers };
  const spans = spansOf(input);
  const made: MadeMarker[] = spans.map((span, at) => makeMarker(input, span, at));
  const gone = new Set(made.flatMap(({ parts }) => parts.map((part) => part.markerId)));
  const markers = [...state.markers.filter((marker) => !gone.has(marker.id)), ...made.map(({ marker }) => marker)];
  markers.sort((a, b) => a.fromOrdinal - b.fromOrdinal);
  const liveOrdinals = liveRequests(state).map(({ ordinal }) => ordinal);
  for (let parents = 1; markers.length > markerCap; parents++) {
    const at = pairToMerge(markers, (before) => liveOrdinals.some((live) => isBetween(live, markers, before)));
    const others = markers.toSpliced(at, 2);
    const record = makeParent(input, markers.slice(at, at + 2), others, parents);
    made.push(record);
    markers.splice(at, 2, record.marker);
  }
  return { made, markers };
}

/**
 * Bounds the result without describing anything: the number of new markers, and the most tokens that all markers then
 * take.
 */
export function boundMarkers(input: SpanInput): { readonly newMarkers: number; readonly tokens: number } {
  const { state, evicted, markerCap } = input;
  const spans = evicted.length === 0 ? [] : spansOf(input);
  const joined = new Set(spans.flatMap(({ joins }) => joins ?? []));
  const standing = state.markers.filter((marker) => !joined.has(marker));
  const isOver = standing.length + spans.length > markerCap;
  const tokens = isOver ? markerCap * MARKER_TOKENS : standing.reduce((sum, marker) => sum + marker.tokens, spans.length * MARKER_TOKENS);
  return { newMarkers: spans.length, tokens };
}

/** Cuts spans for the markers of one cycle; one more where it is cut at a live request. */
function spansOf({ state, evicted, describe, most, roomFor }: SpanInput): EvictedSpan[] {
  const ordinal = liveBetween(state, evicted);
  const fitting = (number: number): number => Math.max(1, Math.min(number, roomFor));
  return cutSpans({
    evicted,
    markers: state.markers,
    most: fitting(most),
    ...(ordinal !== undefined && { behind: { ordinal, most: fitting(most + 1) } }),
    shiftBefore: (at) => describe.shiftBefore(evicted[at]!),
  });
}

function makeMarker({ state, describe, eventId, countTokens }: MarkerInput, { entries, joins }: EvictedSpan, at: number): MadeMarker {
  const description = describe.describe(entries);
  // A late result has the turn of its call, long before what stands around it.
  const inTurn = entries.filter((entry) => entry.orphan !== true);
  const turns = (inTurn.length > 0 ? inTurn : entries).map((entry) => entry.turn);
  const times = entries.map((entry) => entry.occurredAt);
  const bounds = { fromTurn: low(turns), toTurn: high(turns), fromTime: low(times), toTime: high(times) };
  const own: Marker = {
    id: at === 0 ? `m${state.cycle + 1}` : `m${state.cycle + 1}.${at + 1}`,
    eventId,
    ...bounds,
    fromOrdinal: entries[0]!.ordinal,
    toOrdinal: entries.at(-1)!.ordinal,
    topics: description.topics,
    profile: description.profile,
    level: 0,
    eventCount: entries.length,
    evictedTokens: entries.reduce((sum, entry) => sum + entryTokens(entry), 0),
    tokens: 0,
  };
  if (joins === undefined) {
    const { topics, text, tokens } = describe.fit(entries, own.fromTurn, own.toTurn);
    return { marker: { ...own, topics, text, tokens, templateVersion: MARKER_TEMPLATE }, entries, parts: [] };
  }
  const others = state.markers.filter(({ id }) => id !== joins.id);
  const united = mergeParts([joins, own], saidIn(others), recurringCounts(others));
  const marker = mergeMarkers([own, joins], { id: own.id, eventId, level: joins.level, ...united, countTokens });
  return { marker, entries, parts: [{ markerId: joins.id, eventId: joins.eventId }] };
}

/** Returns true where an entry stands between a marker and the next one. */
function isBetween(ordinal: number, markers: readonly Marker[], at: number): boolean {
  return markers[at]!.toOrdinal < ordinal && ordinal < markers[at + 1]!.fromOrdinal;
}

const low = (numbers: readonly number[]): number => numbers.reduce((least, number) => Math.min(least, number));
const high = (numbers: readonly number[]): number => numbers.reduce((most, number) => Math.max(most, number));

/**
 * Computes a parent's level: one more than its parts' where they are equal, else the higher one. So a marker of level n
 * covers at least 2^n spans, and C cycles give O(log C) markers.
 */
function parentLevel([first, second]: readonly Marker[]): number {
  return first!.level === second!.level ? first!.level + 1 : Math.max(first!.level, second!.level);
}

function makeParent(
  { state, eventId, countTokens }: MarkerInput,
  pair: readonly Marker[],
  others: readonly Marker[],
  number: number,
): MadeMarker {
  const marker = mergeMarkers(pair, {
    id: number === 1 ? `m${state.cycle + 1}.p` : `m${state.cycle + 1}.p${number}`,
    eventId,
    level: parentLevel(pair),
    ...mergeParts(pair, saidIn(others), recurringCounts(others)),
    countTokens,
  });
  return { marker, entries: [], parts: pair.map((part) => ({ markerId: part.id, eventId: part.eventId })) };
}

/** Builds the records of markers that stay. */
export function recordsOf(made: readonly MadeMarker[], describe: SpanDescriber, { taskState }: SessionState): MarkerRecord[] {
  return made.map(({ marker, parts, entries }) => {
    const eventIds = entries.map((entry) => entry.id);
    const manifest: Manifest = { eventIds, ...describe.manifest(entries), taskStateVersion: taskState?.version ?? 0 };
    return { marker, manifest, parts };
  });
}
