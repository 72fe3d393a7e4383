import type { IndexedEvent, OrdinalRange } from '@total-recall/ports';
import { READ_OF_ATOM } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import { openEvents, type OpenedEvent, type OpenRun, type OpenWithin } from '../open/open-events.ts';

/** Events after a hit that are searched for its result, or for the fix of its error. */
const AFTER = 12;
/** Most companions of one hit. */
const EACH = 3;
/** Hits that get companions. */
const HITS = 3;
/** Distance at which a companion is ranked below its hit, in standard deviations of the scores. */
const BELOW = 2;

/** An event near a hit that may be its companion. */
interface Place {
  readonly eventId: string;
  readonly kind: string;
  readonly ordinal: number;
  readonly atom: number;
  readonly request: number;
}

/** An event without which a hit says little. */
interface Companion {
  readonly eventId: string;
  readonly of: OpenedEvent;
  /** A partner counts only if it has the hit's call id, a fix only if it puts the hit's error right. */
  readonly as: 'partner' | 'link' | 'fix';
}

/**
 * Adds companions to the best hits: a result's call and a call's result, the first result of the same tool that
 * fixed an error in the same request, the event a hit was derived from, and the one that superseded it.
 * Companions obey the scope like any event. One that is a hit itself moves up to the other. Deterministic; at
 * most 3 per hit. Source: 000 §11 (R12).
 */
export async function addCompanions(run: OpenRun, question: OpenWithin, hits: readonly OpenedEvent[]): Promise<OpenedEvent[]> {
  const best = hits.slice(0, HITS);
  const ranges = best.map(rangesAround);
  const places = await placesIn(run.deps.index, question, ranges.flat());
  const found = best.flatMap((hit, at) => companionsOf(hit, places.splice(0, ranges[at]!.length).flat()));
  if (found.length === 0) return [...hits];
  const known = new Map(hits.map((hit) => [hit.envelope.id, hit]));
  const missing = [...new Set(found.map(({ eventId }) => eventId))].filter((id) => !known.has(id));
  for (const event of await openEvents(run, question, missing.map(unranked), missing.length)) known.set(event.envelope.id, event);
  const fixed = new Set<OpenedEvent>();
  const given = new Map<OpenedEvent, number>();
  for (const { eventId, of, as } of found) {
    const event = known.get(eventId);
    if (event === undefined || (as === 'partner' && event.body.call?.id !== of.body.call?.id)) continue;
    if (as === 'fix' ? fixed.has(of) || !fixesError(event, of) : (given.get(of) ?? 0) >= EACH) continue;
    if (as === 'fix') fixed.add(of);
    else given.set(of, (given.get(of) ?? 0) + 1);
    const score = of.ranked.score - BELOW;
    if (event.ranked.score < score) known.set(eventId, { ...event, ranked: { ...event.ranked, score }, companionOf: of.envelope.id });
  }
  return [...known.values()].filter((event) => event.ranked.score > -Infinity);
}

function unranked(eventId: string): MergedEvent {
  return { eventId, score: -Infinity, sources: [], passages: [], factors: {} };
}

function fixesError({ envelope, body }: OpenedEvent, error: OpenedEvent): boolean {
  return envelope.kind === 'tool_result' && body.isError !== true && body.call?.name === error.body.call?.name;
}

/** `near`: the events in the ranges around the hit. */
function companionsOf(hit: OpenedEvent, near: readonly Place[]): Companion[] {
  const { envelope, body, supersededBy } = hit;
  const companion = (as: Companion['as'], eventId: string): Companion => ({ eventId, of: hit, as });
  const linked = [...(supersededBy === undefined ? [] : [supersededBy]), ...(body.meta.provenance ?? [])].filter(
    (id) => id !== envelope.id,
  );
  const { ordinal, atom, request } = hit.event.accepted;
  const other = envelope.kind === 'tool_call' ? 'tool_result' : 'tool_call';
  const partners = near.filter((place) => place.atom === atom && place.kind === other);
  const later = near.filter((place) => place.ordinal > ordinal && place.request === request && place.kind === 'tool_result');
  const fixes = body.isError === true ? later : [];
  return [
    ...partners.map(({ eventId }) => companion('partner', eventId)),
    ...linked.slice(0, EACH).map((eventId) => companion('link', eventId)),
    ...fixes.map(({ eventId }) => companion('fix', eventId)),
  ];
}

/**
 * Returns ranges of the session that may hold a hit's companions. Its atom begins with the call, or with thinking and
 * then the call.
 */
function rangesAround({ envelope: { kind, session }, event, body }: OpenedEvent): OrdinalRange[] {
  const { ordinal, atom } = event.accepted;
  const after: OrdinalRange = { session, fromOrdinal: ordinal + 1, toOrdinal: ordinal + AFTER };
  if (kind === 'tool_call') return [after];
  if (kind !== 'tool_result') return [];
  const before: OrdinalRange = { session, fromOrdinal: atom, toOrdinal: Math.min(atom + READ_OF_ATOM, ordinal) - 1 };
  return [...(atom < ordinal ? [before] : []), ...(body.isError === true ? [after] : [])];
}

/** Lists the events in each range, in order, including those that are not indexed yet. */
async function placesIn(
  index: RetrieverDeps['index'],
  { request: { tenant, space }, pending }: Pick<OpenWithin, 'request' | 'pending'>,
  ranges: readonly OrdinalRange[],
): Promise<Place[][]> {
  const indexed = ranges.length === 0 ? [] : await index.eventsInRanges({ tenant, space, ranges });
  return ranges.map(({ session, fromOrdinal, toOrdinal }, at) => {
    const unindexed = pending.events
      .filter(({ opened }) => opened.envelope.session === session)
      .map((own) => own.event)
      .filter(({ accepted }) => accepted.ordinal >= fromOrdinal && accepted.ordinal <= toOrdinal);
    const places = new Map([...indexed[at]!, ...unindexed].map((each) => [each.accepted.ordinal, placeOf(each)]));
    return [...places.values()].sort((a, b) => a.ordinal - b.ordinal);
  });
}

function placeOf({ record, accepted }: IndexedEvent): Place {
  const { ordinal, atom, request } = accepted;
  return { eventId: record.envelope.id, kind: record.envelope.kind, ordinal, atom, request };
}
