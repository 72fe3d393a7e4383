import { namedRefs, type EventRef, type PlacesRef, type RecallRequest, type SessionState, type TurnsRef } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { readPlaces, readTurns } from '../../open/find-turns.ts';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { PendingLog } from '../ask/read-pending-log.ts';

/** An event that a query names by its place or id, and the part of it that is named. */
export interface NamedEvent {
  readonly eventId: string;
  readonly bytes?: EventRef['bytes'];
}

/** Events that the queries name. */
export interface NamedEvents {
  /** In the order in which they are named. */
  readonly events: readonly NamedEvent[];
  /** True where the queries are nothing but references. */
  readonly isAll: boolean;
}

interface NamedInput {
  readonly request: RecallRequest;
  /** State of the asking session. */
  readonly state: SessionState | undefined;
  readonly pending: PendingLog;
}

/** Most events that are named by one recall, and references that are read of it. */
const MOST_EVENTS = 64;
const MOST_REFS = 16;

type NamedDeps = Pick<RetrieverDeps, 'index' | 'sessions'>;

/**
 * Reads the events that the queries name as `open` does: `e5` of the asking session, or of the one that the scope names
 * alone, `SESSION/e5`, `e5:0-20`, `T2-T4`, or an event's id. Undefined where they name none that there is.
 */
export async function readNamed(deps: NamedDeps, input: NamedInput): Promise<NamedEvents | undefined> {
  const { request } = input;
  if (request.pushed === true) return undefined;
  const read = request.queries.map(namedRefs);
  const refs = read.flatMap((own) => own.refs).slice(0, MOST_REFS);
  const named = new Map<string, NamedEvent>();
  for (const ref of refs) {
    const bytes = 'bytes' in ref ? ref.bytes : undefined;
    const most = MOST_EVENTS - named.size;
    for (const eventId of await idsOf(deps, input, ref, most)) named.set(eventId, { eventId, ...(bytes && { bytes }) });
  }
  return named.size === 0 ? undefined : { events: [...named.values()], isAll: read.every(({ isAll }) => isAll) };
}

async function idsOf(deps: NamedDeps, input: NamedInput, ref: EventRef | PlacesRef | TurnsRef, most: number): Promise<string[]> {
  if ('kind' in ref && ref.kind === 'id') return [ref.eventId];
  const { tenant, space, scope, session: asking } = input.request;
  const [only, ...others] = scope?.sessions ?? [];
  const session = ref.session ?? (others.length === 0 ? only : undefined) ?? asking;
  if (session === undefined) return [];
  const own = session === input.state?.session ? input.state : undefined;
  const state = input.pending.states.get(session) ?? own ?? (await deps.sessions.load({ tenant, space, session }));
  if (state === undefined) return [];
  const unindexed = input.pending.events.map(({ event }) => event).filter(({ record }) => record.envelope.session === session);
  const isNamed = ({ accepted }: IndexedEvent): boolean =>
    'toTurn' in ref ? isInTurns(ref, accepted) : rangesOf(ref).some(({ from, to }) => accepted.ordinal >= from && accepted.ordinal <= to);
  const ids = new Set<string>();
  const indexed = 'toTurn' in ref ? readTurns(deps, state, ref) : readPlaces(deps, state, { ranges: rangesOf(ref) });
  for await (const { record } of indexed) {
    if (ids.size >= most) break;
    ids.add(record.envelope.id);
  }
  for (const { record } of unindexed.filter(isNamed)) ids.add(record.envelope.id);
  return [...ids].slice(0, most);
}

const rangesOf = (ref: PlacesRef | (EventRef & { readonly kind: 'ordinal' })): PlacesRef['ranges'] =>
  'ranges' in ref ? ref.ranges : [{ from: ref.ordinal, to: ref.ordinal }];

function isInTurns({ from, toTurn }: TurnsRef, { ordinal, turn }: { readonly ordinal: number; readonly turn: number }): boolean {
  return turn <= toTurn && ('turn' in from ? turn >= from.turn : ordinal >= from.ordinal);
}
