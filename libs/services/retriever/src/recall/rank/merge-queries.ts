import type { RankedEvent, SessionState } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import { byScore } from './by-score.ts';
import type { RankedQuery } from './rank-query.ts';

type HitSource = 'text' | 'exact' | 'neighbour' | 'key_event' | 'constraint' | 'pin' | 'vector';

/** An event with the combined ranking of all queries. */
export interface MergedEvent {
  readonly eventId: string;
  readonly score: number;
  readonly sources: readonly HitSource[];
  readonly passages: RankedEvent['passages'];
  readonly factors: Readonly<Record<string, number>>;
  /** Absent if no query ranked it. */
  readonly coverage?: RankedEvent['coverage'];
}

/** Returns an event that no query ranked, as opening takes it. */
export function unranked(eventId: string): MergedEvent {
  return { eventId, score: 0, sources: [], passages: [], factors: {} };
}

/** Gain of an event that is pinned or named by the task state, in standard deviations of the scores. */
const KEY_EVENT = 0.5;
const PIN = 0.25;

/** Most live constraints of the asking session that join the candidates; the newest win. */
const CONSTRAINTS = 32;

type Asker = Pick<Question, 'request' | 'state' | 'asking' | 'conditioning' | 'decisions' | 'named'>;

/**
 * Merges the rankings of all queries: an event counts as in the query that it fits best. Pinned events, key events of
 * the task and its live constraints join whatever their text. Leaves out what the reader has already, and what is
 * withheld from recall. Ties are broken by id.
 */
export function mergeQueries(queries: readonly RankedQuery[], asker: Asker, pins: readonly string[]): MergedEvent[] {
  const { state, asking, conditioning, request, decisions } = asker;
  const named = asker.named?.events.map(({ eventId }) => eventId) ?? [];
  const keyEvents = [...(state?.taskState?.keyEvents ?? []), ...named];
  const constraints = asking.task === undefined || !conditioning.constraints ? [] : liveConstraints(state);
  const best = new Map<string, RankedEvent>();
  const byVector = new Set(queries.flatMap((query) => [...(query.byVector ?? [])]));
  let floor = 0;
  for (const { ranked } of queries) {
    for (const event of ranked) {
      floor = Math.min(floor, event.score);
      const known = best.get(event.eventId);
      if (known === undefined || event.score > known.score) best.set(event.eventId, event);
    }
  }
  const key = new Set(keyEvents);
  const binding = new Set(constraints);
  const pinned = new Set(pins);
  const ids = new Set([...best.keys(), ...key, ...binding, ...pinned]);
  const merged = [...ids].map((eventId): MergedEvent => {
    const event = best.get(eventId);
    const extra = (key.has(eventId) ? KEY_EVENT : 0) + (pinned.has(eventId) ? PIN : 0);
    const sources: HitSource[] = [];
    if (event?.matched === true) sources.push('text');
    if (event !== undefined && event.exactShare > 0) sources.push('exact');
    if (event !== undefined && byVector.has(eventId)) sources.push('vector');
    if (event !== undefined && !event.matched && !byVector.has(eventId)) sources.push('neighbour');
    if (key.has(eventId)) sources.push('key_event');
    if (binding.has(eventId)) sources.push('constraint');
    if (pinned.has(eventId)) sources.push('pin');
    const described: Writable<MergedEvent> = {
      eventId,
      score: (event?.score ?? floor) + extra,
      sources,
      passages: event?.passages ?? [],
      factors: factorsOf(event, floor, extra),
    };
    if (event) described.coverage = event.coverage;
    return described;
  });
  return merged.sort(byScore).filter(({ eventId }) => request.without?.has(eventId) !== true && !decisions.withheld.has(eventId));
}

/** Lists the session's constraints that nothing superseded. They are never evicted, so the state holds them all. */
function liveConstraints(state: SessionState | undefined): string[] {
  return (state?.entries ?? [])
    .filter((entry) => entry.kind === 'constraint' && entry.superseded !== true)
    .slice(-CONSTRAINTS)
    .map((entry) => entry.id);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Builds the factors in one object without copies, because it runs for hundreds of events. */
function factorsOf(event: RankedEvent | undefined, floor: number, named: number): Record<string, number> {
  const factors: Record<string, number> = { text: event?.own ?? floor };
  if (event?.signals) {
    for (const name in event.signals) factors[name] = event.signals[name]!;
    factors['fused'] = event.own;
  }
  factors['context'] = event?.context ?? 0;
  factors['speaker'] = event?.speaker ?? 0;
  factors['exact'] = event?.exactShare ?? 0;
  factors['named'] = named;
  return factors;
}
