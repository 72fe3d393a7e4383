import {
  askedAction,
  askedNumber,
  certainTimes,
  evidenceText,
  mayAskForActions,
  NO_QUERY_TIME,
  readDone,
  wasRefused,
  type AskedAction,
  type DoneListing,
  type EventKind,
  type SessionState,
  type ToolCall,
  type Undone,
} from '@total-recall/domain';
import type { TextFilter } from '@total-recall/ports';
import { bytesCost, packedCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import { openIndexed, type OpenedEvent } from '../open/open-events.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import type { RecallRun } from '../recall-run.ts';
import { narrowed } from '../search/narrowed.ts';

/** Lists what calls did. */
export interface FoundDone extends DoneListing, Undone {
  /** The latest event of each file, command or failure, newest first; the first of each where the first are asked for. */
  readonly events: readonly OpenedEvent[];
}

type UnrankedEvent = Omit<OpenedEvent, 'ranked'>;

type DoneRun = Pick<RecallRun, 'deps' | 'config' | 'turn'>;

interface AskedDone {
  readonly action: AskedAction;
  readonly order: 'first' | 'last';
  /** Entries that are asked for, where that is not all of them. */
  readonly most?: number | undefined;
  /** Calls, or results, of the time that is asked about. */
  readonly filter: TextFilter;
}

interface SessionLength {
  readonly session: string;
  readonly events: number;
}

/** Events of a session that are read at once, and those of all sessions that a list looks at. */
const READ_AT_ONCE = 256;
const LOOKED_AT = 4_096;
/** Events behind a range in which the result of its last call is looked for, and before it in which the call of its first result is. */
const RESULTS_BEHIND = 32;
/** Kinds of events that a list is made of, where these are not calls. */
const KINDS: Partial<Readonly<Record<AskedAction, readonly EventKind[]>>> = { fail: ['tool_result'], rule: ['user_message', 'constraint'] };
const CALLS: readonly EventKind[] = ['tool_call'];
/** Latest sessions of a space that are looked at. */
const SESSIONS = 32;
/** Distance between the scores of two events, in standard deviations: enough for an order, and no reason to leave any out. */
const STEP = 0.001;

/**
 * Finds what a question lists that asks for nothing but what was done: files that calls changed or read, commands that
 * were run, what failed. Words and vectors cannot tell, as no call says of itself that it edits. Looks at the asking
 * session first, and at the latest of the space where that did nothing of the kind. Undefined for any other question;
 * without events where nothing was done.
 */
export async function findDone(run: DoneRun, question: Question): Promise<FoundDone | undefined> {
  const asked = readAsked(run, question);
  if (asked === undefined) return undefined;
  const { state } = question;
  const own = state && (await listSessions(run, question, asked, { sessions: [{ session: state.session, events: state.ordinal }] }));
  if (own && own.events.length > 0) return own;
  const others = await sessionsOf(run, question, asked);
  return listSessions(run, question, asked, { ...others, looked: own?.looked ?? 0 });
}

function readAsked({ deps }: DoneRun, { request, filter }: Question): AskedDone | undefined {
  const [query, ...others] = request.queries;
  if (query === undefined || others.length > 0 || request.pushed === true || !mayAskForActions(query)) return undefined;
  const time = deps.readTime?.(query, request.asOf ?? deps.clock.now()) ?? NO_QUERY_TIME;
  const { order, orderWords = [] } = time;
  const untimed = time.certain ? query.replace(time.words, ' ') : query;
  const asked = orderWords.reduce((rest, words) => rest.replace(words, ' '), untimed);
  const action = askedAction(asked, { isOrdered: order !== undefined });
  if (action === undefined) return undefined;
  const kinds = KINDS[action] ?? CALLS;
  if (filter.kinds !== undefined && !kinds.every((kind) => filter.kinds!.includes(kind))) return undefined;
  const [limits = {}] = certainTimes(time);
  const most = askedNumber(untimed, orderWords);
  return { action, order: order ?? 'last', most, filter: narrowed({ ...filter, kinds }, limits) };
}

interface ListedSessions {
  readonly sessions: readonly SessionLength[];
  /** True where there are more of them. */
  readonly isCut?: boolean;
}

/**
 * Lists the other sessions that were active in the time of the filter: those that it names, else the space's latest. The
 * latest stand first, or the one that began first where the first are asked for.
 */
async function sessionsOf({ deps }: DoneRun, { request, state }: Question, { filter, order }: AskedDone): Promise<ListedSessions> {
  const { fromTime = -Infinity, toTime = Infinity } = filter;
  const { tenant, space } = request;
  const named = filter.sessions?.slice(0, SESSIONS);
  const { sessions, cursor } =
    named === undefined
      ? await deps.sessions.list({ tenant, space, limit: SESSIONS })
      : { sessions: await namedSessions(deps, request, named) };
  const active = sessions.filter(({ session, firstAt, lastAt }) => session !== state?.session && lastAt >= fromTime && firstAt <= toTime);
  active.sort((a, b) => (order === 'first' ? a.firstAt - b.firstAt : b.lastAt - a.lastAt));
  return { sessions: active, isCut: cursor !== undefined || (filter.sessions?.length ?? 0) > SESSIONS };
}

type NamedSession = SessionLength & Pick<SessionState, 'firstAt' | 'lastAt'>;

async function namedSessions(
  { sessions }: DoneRun['deps'],
  { tenant, space }: Question['request'],
  names: readonly string[],
): Promise<NamedSession[]> {
  const states = await Promise.all(names.map((session) => sessions.load({ tenant, space, session })));
  return states
    .filter((state) => state !== undefined)
    .map(({ session, ordinal: events, firstAt, lastAt }) => ({ session, events, firstAt, lastAt }));
}

/** Goes through the sessions from the end that is asked for until there are enough, and keeps one of each kind. */
async function listSessions(
  run: DoneRun,
  question: Question,
  { action, order, most, filter }: AskedDone,
  { sessions, isCut = false, looked = 0 }: ListedSessions & { readonly looked?: number },
): Promise<FoundDone> {
  const list = createDoneList(run, question, { action, most });
  let seen = looked;
  const isTimed = filter.fromTime !== undefined || filter.toTime !== undefined;
  const found = (hasMore: boolean) => ({ action, order, events: list.events, isCut: hasMore, isTimed, looked: seen });
  for (const { session, events } of sessions) {
    for (let at = 0; at < events; at += READ_AT_ONCE) {
      if (seen >= LOOKED_AT || list.isFull()) return found(true);
      const fromOrdinal = order === 'first' ? at + 1 : Math.max(1, events - at - READ_AT_ONCE + 1);
      const toOrdinal = order === 'first' ? Math.min(events, at + READ_AT_ONCE) : events - at;
      seen += toOrdinal - fromOrdinal + 1;
      const opened = await openDone(run, question, { action, filter, session, fromOrdinal, toOrdinal });
      for (const event of order === 'first' ? opened : opened.toReversed()) await list.add(event);
    }
  }
  return found(isCut || list.isFull());
}

interface SessionRange {
  readonly filter: TextFilter;
  readonly session: string;
  readonly fromOrdinal: number;
  readonly toOrdinal: number;
}

/** A call, or a result with the call that it answers where that is known. */
interface DoneEvent {
  readonly event: UnrankedEvent;
  readonly answered?: ToolCall;
}

/**
 * Opens the calls, or results, of a range. Of files, calls that were refused are left out. Results of calls, and calls of
 * results, count whatever kinds are asked for, as nothing of them is shown.
 */
async function openDone(
  run: DoneRun,
  question: Question,
  { action, ...range }: SessionRange & { readonly action: AskedAction },
): Promise<DoneEvent[]> {
  if (action === 'run' || action === 'rule') return (await openRange(run, question, range)).map((event) => ({ event }));
  const asksForResults = action === 'fail';
  const opened = await openRange(run, question, {
    ...range,
    filter: { ...range.filter, kinds: ['tool_call', 'tool_result'] },
    ...(asksForResults
      ? { fromOrdinal: Math.max(1, range.fromOrdinal - RESULTS_BEHIND) }
      : { toOrdinal: range.toOrdinal + RESULTS_BEHIND }),
  });
  const callOf = new Map<string, UnrankedEvent>();
  const refused = new Set<UnrankedEvent>();
  const answers = new Map<UnrankedEvent, ToolCall>();
  for (const event of opened) {
    const { call } = event.body;
    if (call === undefined) continue;
    if (event.envelope.kind === 'tool_call') callOf.set(call.id, event);
    const asked = event.envelope.kind === 'tool_result' ? callOf.get(call.id) : undefined;
    if (asked?.body.call === undefined) continue;
    answers.set(event, asked.body.call);
    if (!asksForResults && wasRefused(asked.body.call, event.body)) refused.add(asked);
  }
  const kind = asksForResults ? 'tool_result' : 'tool_call';
  return opened.flatMap((event) => {
    const { envelope, event: place } = event;
    const { ordinal } = place.accepted;
    if (envelope.kind !== kind || ordinal < range.fromOrdinal || ordinal > range.toOrdinal || refused.has(event)) return [];
    const answered = answers.get(event);
    return [{ event, ...(answered && { answered }) }];
  });
}

/** Opens the events of a range that pass the filter, in their order; those that are not indexed yet too. */
async function openRange(
  { deps: { index, sealer }, turn }: DoneRun,
  question: Question,
  { filter, session, fromOrdinal, toOrdinal }: SessionRange,
): Promise<UnrankedEvent[]> {
  const { tenant, space } = question.request;
  const indexed = await index.sessionEvents({ tenant, space, session, fromOrdinal, toOrdinal, limit: toOrdinal - fromOrdinal + 1 });
  const pending = question.pending.events.filter(
    ({ opened, event: { accepted } }) =>
      opened.envelope.session === session && accepted.ordinal >= fromOrdinal && accepted.ordinal <= toOrdinal,
  );
  const found = new Map(indexed.map((event) => [event.record.envelope.id, event]));
  const known = [...indexed.map(({ record }) => record.envelope), ...pending.map(({ opened }) => opened.envelope)];
  const ids = [...new Set(known.flatMap(({ id, kind }) => (filter.kinds?.includes(kind) === false ? [] : [id])))];
  await turn.spend(packedCost(ids.length));
  // Kept apart from what the recall has read: these are narrowed further, and would hide what the search may find.
  const read = await openIndexed(
    { index, sealer },
    { ...question, filter },
    ids,
    ids.map((id) => found.get(id)),
  );
  const opened = [...read.values()].filter((event) => event !== undefined);
  await turn.spend(bytesCost(opened.reduce((sum, { body }) => sum + body.text.length + (body.call?.arguments?.length ?? 0), 0)));
  return opened.sort((a, b) => a.event.accepted.ordinal - b.event.accepted.ordinal);
}

interface DoneList {
  readonly events: readonly OpenedEvent[];
  /** Returns true once there was more than the answer takes. */
  isFull(): boolean;
  add(done: DoneEvent): Promise<void>;
}

/** Keeps the first event of each file, command or failure, and of its text the part that names it. */
function createDoneList({ deps, config }: DoneRun, { request }: Question, asked: Pick<AskedDone, 'action' | 'most'>): DoneList {
  const most = Math.min(config.openedEvents, request.limit ?? Infinity, asked.most ?? Infinity);
  const known = new Set<string>();
  const events: OpenedEvent[] = [];
  let isFull = false;
  return {
    events,
    isFull: () => isFull,
    async add({ event, answered }) {
      const { kind } = event.envelope;
      const isOver = event.redacted || (asked.action === 'rule' && event.supersededBy !== undefined);
      const done = isOver ? undefined : readDone(asked.action, event.body, { kind, answered });
      const targets = done?.targets.filter((target) => !known.has(target)) ?? [];
      if (done === undefined || targets.length === 0) return;
      isFull = events.length >= most;
      if (isFull) return;
      for (const target of targets) known.add(target);
      const content = event.content ?? (await deps.content.read(request, event.body));
      const text = evidenceText(event.envelope.kind, content);
      const score = -STEP * events.length;
      const passages = done.rangesIn(text, targets).map((range, at) => ({ part: at + 1, score, passage: bytesOf(text, range) }));
      const ranked: MergedEvent = { eventId: event.envelope.id, score, sources: ['text'], passages, factors: {} };
      events.push({ ...event, content, ranked });
    },
  };
}

function bytesOf(text: string, { from, to }: { readonly from: number; readonly to: number }): { fromByte: number; toByte: number } {
  const fromByte = Buffer.byteLength(text.slice(0, from));
  return { fromByte, toByte: fromByte + Buffer.byteLength(text.slice(from, to)) };
}
