import { OPEN_CALL_TURNS, type PlacesRef, type SessionState, type TurnsRef } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import { isInHistory } from '../read/read-range.ts';
import type { RetrieverDeps } from '../retriever-deps.ts';

/** Events read at once to find where a turn begins; results of many calls may stand together. */
const LOOKED_AT = 16;
const LOOKED_AT_BYTES = 64 * 1024;
/** Events read at once of the turns. */
const PAGE = 64;

type Index = Pick<RetrieverDeps, 'index'>;

/** Reads the events of these places in order, of whatever kind. */
export async function* readPlaces({ index }: Index, state: SessionState, { ranges }: PlacesRef): AsyncGenerator<IndexedEvent> {
  const { tenant, space, session, ordinal: last } = state;
  for (const { from, to } of ranges) {
    const toOrdinal = Math.min(to, last);
    for (let fromOrdinal = from; fromOrdinal <= toOrdinal;) {
      const read = await index.sessionEvents({ tenant, space, session, fromOrdinal, toOrdinal, limit: PAGE, bytes: LIMITS.pageBytes });
      if (read.length === 0) break;
      yield* read;
      fromOrdinal = read.at(-1)!.accepted.ordinal + 1;
    }
  }
}

/**
 * Reads the events of turns in order, without what is no part of a window's history. Turns grow with the places of
 * events, but for results, which are of their call's turn: those that come while their call is open are read behind the
 * last turn.
 */
export async function* readTurns(
  { index }: Index,
  state: SessionState,
  { from, toTurn }: Pick<TurnsRef, 'from' | 'toTurn'>,
): AsyncGenerator<IndexedEvent> {
  const { tenant, space, session } = state;
  const fromTurn = 'turn' in from ? from.turn : 1;
  let ordinal = 'turn' in from ? await startOfTurn({ index }, state, from.turn) : from.ordinal;
  while (ordinal <= state.ordinal) {
    const read = await index.sessionEvents({ tenant, space, session, fromOrdinal: ordinal, limit: PAGE, bytes: LIMITS.pageBytes });
    if (read.length === 0) return;
    for (const event of read) {
      const { turn } = event.accepted;
      if (!isResult(event) && turn > toTurn + OPEN_CALL_TURNS) return;
      if (turn >= fromTurn && turn <= toTurn && isInHistory(event)) yield event;
    }
    ordinal = read.at(-1)!.accepted.ordinal + 1;
  }
}

/** Finds the place before which no event is of this turn or a later one, by halving: some twenty reads for a million events. */
async function startOfTurn(deps: Index, state: SessionState, turn: number): Promise<number> {
  let low = 1;
  let high = state.ordinal + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const placed = await firstPlaced(deps, state, middle, high - 1);
    if (placed === undefined || placed.accepted.turn >= turn) high = middle;
    else low = placed.accepted.ordinal + 1;
  }
  return low;
}

/** Returns the first of these events that is no result. */
async function firstPlaced(
  { index }: Index,
  { tenant, space, session }: SessionState,
  fromOrdinal: number,
  toOrdinal: number,
): Promise<IndexedEvent | undefined> {
  for (let from = fromOrdinal; from <= toOrdinal;) {
    const read = await index.sessionEvents({
      tenant,
      space,
      session,
      fromOrdinal: from,
      toOrdinal,
      limit: LOOKED_AT,
      bytes: LOOKED_AT_BYTES,
    });
    const placed = read.find((event) => !isResult(event));
    if (placed !== undefined || read.length === 0) return placed;
    from = read.at(-1)!.accepted.ordinal + 1;
  }
  return undefined;
}

function isResult({ record }: IndexedEvent): boolean {
  return record.envelope.kind === 'tool_result';
}
