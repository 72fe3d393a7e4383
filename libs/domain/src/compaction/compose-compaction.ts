import type { EventBody } from '../event/event-body.ts';
import type { SessionPolicy } from '../policy/session-policy.ts';
import type { SessionEntry, SessionState } from '../session/session-state.ts';
import type { ContextCompacted } from './compaction-record.ts';
import { describeSpan } from './describe-span.ts';
import type { Manifest, Marker, MarkerRecord } from './marker.ts';
import { mergeMarkers, pairToMerge, uniteTopics } from './merge-markers.ts';
import type { CompactionPlan } from './plan-compaction.ts';
import { fitMarker } from './render-marker.ts';
import { entryTokens, historyTokens } from './tail.ts';

export interface ComposeInput {
  readonly plan: CompactionPlan;
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  /** Bodies of the evicted events that could be opened, by id. */
  readonly bodies: ReadonlyMap<string, EventBody>;
  /** Id the compaction event will have. */
  readonly eventId: string;
  readonly countTokens: (text: string) => number;
}

/** The whole outcome of a plan: marker, manifest, merges, and what it freed. Pure. Undefined where it would free nothing (I-14). */
export function composeCompaction(input: ComposeInput): ContextCompacted | undefined {
  const { plan, state, policy } = input;
  const cycle = state.cycle + 1;
  const made: MarkerRecord[] = [];
  let markers = [...state.markers];
  if (plan.evicted.length > 0) {
    const record = makeMarker(input, cycle);
    made.push(record);
    const gone = new Set(record.parts.map((part) => part.markerId));
    markers = [...markers.filter((marker) => !gone.has(marker.id)), record.marker].sort((a, b) => a.fromOrdinal - b.fromOrdinal);
  }
  while (markers.length > policy.budgets.markerCap) {
    const at = pairToMerge(markers);
    const record = makeParent(input, markers.slice(at, at + 2), cycle, made.length);
    made.push(record);
    markers.splice(at, 2, record.marker);
  }
  const tokensAfter = plan.tokensBefore + historyTokens({ entries: remaining(plan, state), markers }) - historyTokens(state);
  if (tokensAfter >= plan.tokensBefore) return undefined;
  return {
    type: 'ContextCompacted',
    cycle,
    trigger: plan.trigger,
    evicted: plan.evicted.map((entry) => entry.id),
    shrunk: plan.shrunk,
    made,
    markers,
    tokensBefore: plan.tokensBefore,
    tokensAfter,
    targetTokens: plan.targetTokens,
    policyVersion: policy.version,
  };
}

function remaining(plan: CompactionPlan, state: SessionState): SessionEntry[] {
  const evicted = new Set(plan.evicted.map((entry) => entry.id));
  const forms = new Map(plan.shrunk.map(({ id, to }) => [id, to]));
  return state.entries.filter((entry) => !evicted.has(entry.id)).map((entry) => ({ ...entry, form: forms.get(entry.id) ?? entry.form }));
}

function makeMarker({ plan, state, bodies, eventId, countTokens }: ComposeInput, cycle: number): MarkerRecord {
  const span = plan.evicted;
  const description = describeSpan(span, bodies, state.markers);
  const turns = span.map((entry) => entry.turn);
  const times = span.map((entry) => entry.occurredAt);
  const own: Marker = {
    id: `m${cycle}`,
    eventId,
    fromTurn: Math.min(...turns),
    toTurn: Math.max(...turns),
    fromOrdinal: span[0]!.ordinal,
    toOrdinal: span.at(-1)!.ordinal,
    topics: description.topics,
    level: 0,
    eventCount: span.length,
    evictedTokens: span.reduce((sum, entry) => sum + entryTokens(entry), 0),
    tokens: 0,
    fromTime: Math.min(...times),
    toTime: Math.max(...times),
  };
  const joined = state.markers.filter((marker) => marker.fromOrdinal <= own.toOrdinal && marker.toOrdinal >= own.fromOrdinal);
  const manifest: Manifest = {
    eventIds: span.map((entry) => entry.id),
    anchors: description.anchors,
    artifactIds: description.artifactIds,
    taskStateVersion: state.taskState?.version ?? 0,
    hints: description.hints,
  };
  const marker =
    joined.length === 0
      ? fitOwn(own, countTokens)
      : mergeMarkers([own, ...joined], {
          id: own.id,
          eventId,
          level: Math.max(...joined.map((part) => part.level)),
          topics: uniteTopics([own.topics, ...joined.map((part) => part.topics)]),
          countTokens,
        });
  return { marker, manifest, parts: joined.map((part) => ({ markerId: part.id, eventId: part.eventId })) };
}

function fitOwn(own: Marker, countTokens: (text: string) => number): Marker {
  const fitted = fitMarker(own.fromTurn, own.toTurn, own.topics, countTokens);
  return { ...own, topics: fitted.topics, tokens: fitted.tokens };
}

/** One more than its parts where they are level, else the higher one's: so a marker of level n holds 2^n spans at least, and C cycles make O(log C). */
function parentLevel([first, second]: readonly Marker[]): number {
  return first!.level === second!.level ? first!.level + 1 : Math.max(first!.level, second!.level);
}

function makeParent(
  { state, eventId, countTokens }: ComposeInput,
  pair: readonly Marker[],
  cycle: number,
  madeBefore: number,
): MarkerRecord {
  const marker = mergeMarkers(pair, {
    id: madeBefore <= 1 ? `m${cycle}.p` : `m${cycle}.p${madeBefore}`,
    eventId,
    level: parentLevel(pair),
    topics: uniteTopics(pair.map((part) => part.topics)),
    countTokens,
  });
  const none: Manifest = {
    eventIds: [],
    anchors: [],
    artifactIds: [],
    taskStateVersion: state.taskState?.version ?? 0,
    hints: { entities: [], paths: [], tools: [], keywords: [] },
  };
  return { marker, manifest: none, parts: pair.map((part) => ({ markerId: part.id, eventId: part.eventId })) };
}
