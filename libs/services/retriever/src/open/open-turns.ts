import {
  eventTitle,
  evidenceText,
  findSpan,
  isRecalled,
  isUntimed,
  placesFrom,
  placeSpan,
  renderEventRef,
  renderPlacesRef,
  renderTurns,
  renderTurnsRef,
  type EventRecord,
  type LeftOutReason,
  type OpenAnswer,
  type OpenRequest,
  type SessionState,
  type SeveralRef,
  type ShownTurnEvent,
  type WantedRange,
} from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { LIMITS, TotalRecallError, type Turn } from '@total-recall/runtime';
import { foldedSession, type FoldedSession, type ReadDeps } from '../read/folded-session.ts';
import { readDecisions } from '../recall/ask/read-decisions.ts';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { bytesCost } from '../work-costs.ts';
import { readPlaces, readTurns } from './find-turns.ts';
import { fittingEnd } from './fitting-end.ts';
import { measure, noRoom } from './open-budget.ts';
import { refuseUngranted } from './refuse-ungranted.ts';

interface OpenRun {
  readonly deps: ReadDeps;
  readonly config: RetrieverConfig;
  readonly turn: Turn;
  count(text: string): Promise<number>;
  retrievalId(): string;
}

interface TurnsRequest {
  readonly request: OpenRequest;
  readonly turns: SeveralRef;
  /** The asking session. */
  readonly own?: FoldedSession;
  readonly budgetTokens: number;
  readonly pullMaxTokens: number;
}

/** Characters a token beyond which a text is not counted as a whole to see whether it fits. */
const MOST_CHARS = 8;

/** Place at which the next answer begins. */
type Next = NonNullable<OpenAnswer['next']>;

interface Shown {
  readonly events: readonly ShownTurnEvent[];
  /** Absent where all of the turns is shown. */
  readonly next?: Next;
  /** Tokens that an answer takes without the text of its first event. */
  readonly frameRoom: number;
}

/** Renders an answer but for its events. */
type Frame = Omit<Parameters<typeof renderTurns>[1], 'next'>;

/**
 * Reads the events of turns, or of places, in order, as many as have room, at most `LIMITS.eventsPerOpen`. An event that
 * cannot be read says so in its place, and places behind the last event are said. Errors: `invalid_request`, `not_found`, `range_not_satisfiable`, `recall_not_granted`, `erased`,
 * `not_caught_up`.
 */
export async function openTurns(run: OpenRun, wanted: TurnsRequest): Promise<OpenAnswer> {
  const { request, own, budgetTokens } = wanted;
  const asking = own?.state;
  if (request.toLine !== undefined || request.toByte !== undefined)
    throw new TotalRecallError(
      'invalid_request',
      'Several events take no toLine and no toByte; open one event by its name (e184) for these.',
    );
  const { state, index } = await sessionOf(run, wanted);
  const isBeyond = 'ranges' in wanted.turns && wanted.turns.ranges.at(-1)!.to > state.ordinal;
  const frame: Frame = {
    retrievalId: run.retrievalId(),
    ref: request.ref,
    ...(asking && { asking: asking.session }),
    ...(isBeyond && { lastOrdinal: state.ordinal }),
  };
  const show = (withoutTokens: number) => showEvents({ ...run, deps: { ...run.deps, index } }, state, { ...wanted, frame, withoutTokens });
  let withoutTokens = 0;
  let { events, next, frameRoom } = await show(withoutTokens);
  for (;;) {
    if (events.length === 0)
      throw next === undefined
        ? nothingThere(state, wanted.turns)
        : noRoom({ budgetTokens, pullMaxTokens: wanted.pullMaxTokens, frameRoom });
    const { rendered, tokens, room } = await measure(renderWith(events, { ...frame, ...(next && { next }) }), frame.retrievalId, run.count);
    if (room <= budgetTokens) {
      const answer = answerOf(events, next);
      const complete = answer.complete && !isBeyond;
      return { ...answer, complete, retrievalId: frame.retrievalId, session: state.session, rendered, tokens, budgetTokens };
    }
    // Headings and escapes were counted one by one; together they may take a little more.
    const last = events.at(-1)!;
    if (events.length > 1) {
      events = events.slice(0, -1);
      next = placeOf(last, wanted.turns, last.fromByte);
      continue;
    }
    withoutTokens += room - budgetTokens;
    ({ events, next, frameRoom } = await show(withoutTokens));
  }
}

const renderWith =
  (events: readonly ShownTurnEvent[], frame: Parameters<typeof renderTurns>[1]) =>
  (retrievalId: string): string =>
    renderTurns(events, { ...frame, retrievalId });

/** Returns the session that the events are of, where the asking one may read it. */
async function sessionOf({ deps, config }: OpenRun, { request, turns, own }: TurnsRequest): Promise<FoldedSession> {
  const asking = own?.state;
  const { tenant, space } = request;
  const session = turns.session ?? asking?.session;
  if (session === undefined) {
    throw new TotalRecallError('invalid_request', `${request.ref} is of a session: name it (SESSION/${request.ref}, or "session").`, {
      details: { field: 'session' },
    });
  }
  // Single events that were handed over with a task are opened by their names.
  if (asking) await refuseUngranted(deps, asking, { id: '', tenant, space, session });
  return session === asking?.session ? own! : foldedSession(deps, config, { tenant, space, session });
}

interface ShowRequest extends TurnsRequest {
  readonly frame: Frame;
  /** Tokens of the budget that stay unused. */
  readonly withoutTokens: number;
}

async function showEvents(run: OpenRun, state: SessionState, wanted: ShowRequest): Promise<Shown> {
  const { request, turns, budgetTokens, frame, withoutTokens } = wanted;
  const { deps } = run;
  const { withheld } = await readDecisions(deps, request);
  const events: ShownTurnEvent[] = [];
  let frameRoom = 0;
  let full = 0;
  let room = 0;
  const calls = new Map<string, number>();
  for await (const event of 'ranges' in turns ? readPlaces(deps, state, turns) : readTurns(deps, state, turns)) {
    const { fromLine, fromByte }: WantedRange = events.length === 0 ? request : {};
    const whole = await readEvent(run, event, { withheld, calls });
    const from = (byte: number) => placeOf(whole, turns, byte);
    if (events.length >= LIMITS.eventsPerOpen) return { events, next: from(0), frameRoom };
    const span = findSpan(whole.text, { fromLine, fromByte });
    if (span === undefined) throw outOfRange(whole);
    const rest = partOf(whole, span);
    if (events.length === 0) {
      // The frame is that of an answer that goes on in this event, whose heading is counted with its text.
      const bare = { ...rest, text: '' };
      const render = renderWith([bare], { ...frame, next: from(rest.fromByte) });
      ({ room: frameRoom } = await measure(render, frame.retrievalId, run.count));
      full = budgetTokens - withoutTokens - frameRoom + (await run.count(renderOne(bare)));
      room = full;
    }
    const taken = rest.text.length > MOST_CHARS * full ? Infinity : await run.count(renderOne(rest));
    if (taken <= room) {
      events.push(rest);
      room -= taken;
      continue;
    }
    // One that has room in an answer of its own is not cut, nor is one begun in what little is left.
    if (events.length > 0 && (taken <= full || room < full / 4)) return { events, next: from(0), frameRoom };
    const forText = room - (await run.count(renderOne({ ...rest, text: '' })));
    const end = forText > 0 ? await fittingEnd(whole.text, span, forText, run.count) : span.start;
    if (end === span.start) return { events, next: from(rest.fromByte), frameRoom };
    const cut = partOf(whole, { start: span.start, end });
    events.push(cut);
    const { toLine } = placeSpan(whole.text, { start: span.start, end });
    if (end < span.end)
      return { events, next: { ...from(cut.toByte), ...(whole.text[end - 1] === '\n' && { fromLine: toLine + 1 }) }, frameRoom };
    room = 0;
  }
  return { events, frameRoom };
}

/** Renders an event as it stands in an answer, for counting. */
function renderOne(event: ShownTurnEvent): string {
  return renderTurns([event], { retrievalId: '', ref: '' }).split('\n').slice(3, -1).join('\n');
}

function placeOf({ session, ordinal }: ShownTurnEvent, several: SeveralRef, fromByte: number): Next {
  // A single place left is named as its event, whose bytes are the same.
  if ('ranges' in several) return { ref: renderPlacesRef(placesFrom(several, ordinal)), fromByte };
  const { session: named, toTurn } = several;
  return { ref: renderTurnsRef({ ...(named !== undefined && { session }), from: { ordinal }, toTurn }), fromByte };
}

function partOf(whole: ShownTurnEvent, span: { readonly start: number; readonly end: number }): ShownTurnEvent {
  const { fromByte, toByte } = placeSpan(whole.text, span);
  return { ...whole, text: whole.text.slice(span.start, span.end), fromByte, toByte };
}

/** Reads the whole of an event. One that cannot be read, or is not to be shown unasked, says why. */
async function readEvent(
  { deps, turn }: OpenRun,
  event: IndexedEvent,
  { withheld, calls }: { readonly withheld: ReadonlySet<string>; readonly calls: Map<string, number> },
): Promise<ShownTurnEvent> {
  const record = await deps.sealer.open(event.record);
  const read = await textOf(deps, record, withheld);
  const text = 'text' in read ? read.text : '';
  await turn.spend(0.05 + bytesCost(text.length));
  const totalBytes = Buffer.byteLength(text);
  const { envelope } = record;
  return {
    eventId: envelope.id,
    session: envelope.session,
    ordinal: event.accepted.ordinal,
    turn: event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    ...(typeof record.body !== 'string' && isUntimed(record.body.meta) && { isUntimed: true as const }),
    about: 'text' in read ? aboutOf(record, event.accepted.ordinal, calls) : envelope.kind.replaceAll('_', ' '),
    text,
    fromByte: 0,
    toByte: totalBytes,
    totalBytes,
    ...('leftOut' in read && { leftOut: read.leftOut }),
  };
}

/** Says who speaks, as answers of recall do: a result names its call where that stands above it. `calls`: places of those. */
function aboutOf({ envelope: { kind }, body }: EventRecord, ordinal: number, calls: Map<string, number>): string {
  if (typeof body === 'string') return '';
  const { call } = body;
  if (call !== undefined && kind === 'tool_call') {
    calls.set(call.id, ordinal);
    return 'call';
  }
  const of = call && kind === 'tool_result' ? calls.get(call.id) : undefined;
  if (of !== undefined) return `result of ${renderEventRef({ kind: 'ordinal', ordinal: of })}`;
  return eventTitle({ kind, body: { ...body, artifacts: [] } });
}

async function textOf(
  deps: RetrieverDeps,
  { envelope, body }: EventRecord,
  withheld: ReadonlySet<string>,
): Promise<{ readonly text: string } | { readonly leftOut: LeftOutReason }> {
  if (typeof body === 'string') return { leftOut: body === 'erased' ? 'erased' : 'damaged' };
  if (withheld.has(envelope.id)) return { leftOut: 'forgotten' };
  if (isRecalled(body)) return { leftOut: 'recalled' };
  try {
    return { text: evidenceText(envelope.kind, await deps.content.read(envelope, body)) };
  } catch (error) {
    // An artifact may be gone where its event is still there.
    if (error instanceof TotalRecallError && (error.code === 'erased' || error.code === 'damaged')) return { leftOut: error.code };
    throw error;
  }
}

function answerOf(
  shown: readonly ShownTurnEvent[],
  next: Next | undefined,
): Omit<OpenAnswer, 'retrievalId' | 'session' | 'rendered' | 'tokens' | 'budgetTokens'> {
  const text = shown.map((event) => `${event.text}\n`).join('');
  const [first] = shown;
  return {
    turn: first!.turn,
    events: shown.map(({ session: _session, about: _about, text: _text, ...event }) => event),
    text,
    ...placeSpan(text, { start: 0, end: text.length }),
    complete: next === undefined,
    ...(next && { next }),
  };
}

function nothingThere({ session, turn, ordinal }: SessionState, several: SeveralRef): TotalRecallError {
  const last = `The last turn of ${session} is T${turn}, its last event e${ordinal}.`;
  if ('ranges' in several)
    return new TotalRecallError('not_found', `None of these events is here. ${last}`, { details: { lastOrdinal: ordinal } });
  const { from, toTurn } = several;
  if ('turn' in from)
    return new TotalRecallError('not_found', `There is no event of these turns here. ${last}`, { details: { lastTurn: turn } });
  return new TotalRecallError('range_not_satisfiable', `No event from e${from.ordinal} on is of a turn up to T${toTurn}. ${last}`, {
    details: { lastTurn: turn },
  });
}

function outOfRange({ ordinal, text, totalBytes }: ShownTurnEvent): TotalRecallError {
  const { totalLines } = placeSpan(text, { start: 0, end: text.length });
  return new TotalRecallError(
    'range_not_satisfiable',
    `The first event, e${ordinal}, has ${totalLines} lines and ${totalBytes} bytes; the range begins after their end.`,
    { details: { totalLines, totalBytes } },
  );
}
