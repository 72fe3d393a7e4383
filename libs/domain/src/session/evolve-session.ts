import { isRecalled, type EventBody } from '../event/event-body.ts';
import type { ErasedRest, EventRecord, MissingBody } from '../event/event-record.ts';
import { MODEL_OUTPUT_KINDS } from '../event/kind-rules.ts';
import type { TaskState } from '../task-state/task-state.ts';
import { rememberPremises } from '../task-state/premise-history.ts';
import type { CompactionRecord } from '../compaction/compaction-record.ts';
import { notedFamily } from '../compaction/recount.ts';
import { thinkingTokens } from '../window/sent-thinking.ts';
import { answerCall, closeOldCalls } from './answer-calls.ts';
import { applyCompaction } from './apply-compaction.ts';
import { applyReferences } from './apply-references.ts';
import type { EditEntries } from './edit-entries.ts';
import { noteRequest } from './live-requests.ts';
import { isPullCall } from './pull-limit.ts';
import { placeEvent, type Placement } from './place-event.ts';
import { isRepeat, rememberOrigin, saidOf } from './recognise-repeat.ts';
import type { AcceptedEvent, SessionEntry, SessionState } from './session-state.ts';
import { knowledgeIn } from '../compaction/compaction-record.ts';

/** Reason why a record changed nothing but the offset. */
export type DropReason = 'seen' | 'duplicate' | 'stale_compaction' | 'stale_task_state';

/** Outcome of a record in the fold. */
export interface FoldedRecord {
  /** The event as the session accepted it. Dropped records are in no read model. */
  readonly accepted?: AcceptedEvent;
  readonly dropped?: DropReason;
}

export interface Evolved extends FoldedRecord {
  readonly state: SessionState;
}

const COPIES: EditEntries = {
  append: (entries, entry) => [...entries, entry],
  replace: (entries, at, entry) => entries.with(at, entry),
};

/**
 * Folds one record into its session: pure, total, deterministic. A repeat is recognised by source and sequence, by
 * idempotency key, or by its id among the newest entries. A compaction or task state that does not follow the current
 * one is ignored. For many records there is `createSessionFold`.
 */
export function evolveSession(state: SessionState, record: EventRecord): Evolved {
  return evolveWith(COPIES, state, record);
}

/** Folds one record; changes the entries of the state as `edit` does. */
export function evolveWith(edit: EditEntries, state: SessionState, record: EventRecord): Evolved {
  if (record.offset <= state.offset) return { state, dropped: 'seen' };
  const moved = { ...state, offset: record.offset };
  if (isRepeat(state, record)) return { state: moved, dropped: 'duplicate' };
  const { body } = record;
  if (record.rest) return addErased(edit, moved, record, record.rest);
  if (typeof body === 'string') return addMissing(edit, moved, record, body);
  if (record.envelope.kind === 'compaction' && body.compaction) return addCompaction(moved, record, body);
  if (record.envelope.kind === 'task_state' && body.taskState) return addTaskState(moved, record, body, body.taskState);
  return addReadable(edit, moved, record, body);
}

/** Updates the counters and the memory of retries for an accepted record. */
function count(state: SessionState, record: EventRecord, tokensIn: number): SessionState {
  const { envelope } = record;
  const parent = saidOf(record)?.meta.parent;
  return {
    ...state,
    ...rememberOrigin(state, record),
    ordinal: state.ordinal + 1,
    ...(state.ordinal === 0 ? { family: envelope.family } : {}),
    ...(state.ordinal === 0 && parent ? { parent } : {}),
    firstAt: state.ordinal === 0 ? envelope.occurredAt : state.firstAt,
    lastAt: Math.max(state.lastAt, envelope.occurredAt),
    tokensIn: state.tokensIn + tokensIn,
  };
}

function addCompaction(state: SessionState, record: EventRecord, body: EventBody): Evolved {
  const applied = applyCompaction(state, body.compaction!);
  if (!applied) return { state, dropped: 'stale_compaction' };
  const { id } = record.envelope;
  const derived = body.compaction?.type === 'ContextCompacted' ? body.compaction.taskState : undefined;
  const derivedTask =
    body.compaction?.type === 'ContextCompacted' ? derived && { eventId: id, tokens: derived.tokens } : applied.derivedTask;
  const counted = count({ ...withKnowledge(applied, id, body.compaction!), derivedTask }, record, 0);
  return { state: counted, accepted: accept(counted, { turn: Math.max(state.turn, 1), request: state.request }, false) };
}

/** Notes where the facts stand that windows show from here on. An empty choice takes away what stood. */
function withKnowledge({ knowledge: before, ...state }: SessionState, eventId: string, record: CompactionRecord): SessionState {
  const chosen = knowledgeIn(record);
  if (chosen === undefined) return before === undefined ? state : { ...state, knowledge: before };
  return chosen.facts.length === 0 ? state : { ...state, knowledge: { eventId, tokens: chosen.tokens } };
}

function addTaskState(state: SessionState, record: EventRecord, body: EventBody, task: TaskState): Evolved {
  if (task.version !== (state.taskState?.version ?? 0) + 1) return { state, dropped: 'stale_task_state' };
  const items = [...(task.openLoops ?? []), ...(task.constraints ?? [])].flatMap((item) => item.eventIds ?? []);
  const keyEvents = task.keyEvents ?? [];
  const turn = Math.max(state.turn, 1);
  const counted: SessionState = {
    ...count(state, record, record.envelope.tokens.whole),
    taskState: {
      eventId: record.envelope.id,
      version: task.version,
      premiseVersion: task.premiseVersion,
      premises: task.premises ?? {},
      premiseHistory: rememberPremises(state.taskState, task.premiseVersion),
      turn,
      tokens: record.envelope.tokens.whole,
      ...notedFamily(record.envelope.family, state.ordinal === 0 ? undefined : state.family),
      taskId: task.taskId,
      phase: task.phase,
      refs: [...new Set([...keyEvents, ...items])],
      keyEvents,
      crossTask: task.filters?.crossTask,
      requiresSelfAssessment: task.requiresSelfAssessment,
      requestHistorical: task.requestHistorical,
    },
  };
  return { state: counted, accepted: accept(counted, { turn, request: state.request }, !isRecalled(body)) };
}

function addMissing(edit: EditEntries, state: SessionState, record: EventRecord, missing: MissingBody): Evolved {
  const { kind } = record.envelope;
  if (kind === 'compaction' || kind === 'task_state') {
    const counted = count(state, record, 0);
    return { state: counted, accepted: accept(counted, { turn: Math.max(state.turn, 1), request: state.request }, false) };
  }
  const isUser = kind === 'user_message';
  const place = { turn: isUser ? state.turn + 1 : Math.max(state.turn, 1), request: state.request + (isUser ? 1 : 0) };
  const counted = count(state, record, record.envelope.tokens.whole);
  const fresh = newEntry(counted, record, place);
  const entry = missing === 'erased' ? asErased(fresh) : { ...fresh, state: 'opaque' as const };
  const added = withEntry(edit, counted, { entry, place, kind });
  return { state: closeOldCalls(edit, added, state), accepted: accept(counted, place, false) };
}

/** Largest number of tokens of the note that replaces an erased entry, including framing and the tool's name. */
const ERASED_TOKENS = 64;

/**
 * Keeps an erased event in its place, so that nothing around it changes; it has no text and recall does not find it.
 */
function addErased(edit: EditEntries, state: SessionState, record: EventRecord, rest: ErasedRest): Evolved {
  const { kind } = record.envelope;
  // It was unreadable when it went, so nothing is left of what the service decided by it.
  if (kind === 'compaction' || (kind === 'task_state' && !rest.taskState)) return addMissing(edit, state, record, 'erased');
  const evolved =
    kind === 'task_state' && rest.taskState ? addTaskState(state, record, rest, rest.taskState) : addReadable(edit, state, record, rest);
  if (!evolved.accepted) return evolved;
  const accepted = { ...evolved.accepted, indexed: false };
  let { entries } = evolved.state;
  for (const [at, entry] of entries.entries()) if (entry.id === record.envelope.id) entries = edit.replace(entries, at, asErased(entry));
  return { state: { ...evolved.state, entries }, accepted };
}

function asErased(entry: SessionEntry): SessionEntry {
  const fewer = (tokens: number): number => Math.min(tokens, ERASED_TOKENS);
  const { whole, stripped, preview } = entry.tokens;
  const tokens = { whole: fewer(whole), stripped: fewer(stripped), preview: fewer(preview) };
  return { ...entry, tokens, state: 'erased' };
}

function addReadable(edit: EditEntries, state: SessionState, record: EventRecord, body: EventBody): Evolved {
  const { kind } = record.envelope;
  const place = placeEvent(state, kind, body);
  const counted = count(applyReferences(state, body), record, record.envelope.tokens.whole);
  const entry: SessionEntry = {
    ...newEntry(counted, record, place),
    ...(kind === 'thinking' ? { tokens: thinkingTokens(body, record.envelope.tokens) } : {}),
    ...(kind === 'thinking' && body.thinking?.callId !== undefined ? { sealsCall: true } : {}),
    ...(body.call ? { callId: body.call.id } : {}),
    ...(kind === 'tool_call' ? { call: 'open' as const, ...(body.call ? { callName: body.call.name } : {}) } : {}),
    ...(kind === 'tool_call' && body.call && isPullCall(body.call) ? { isPull: true } : {}),
    ...(place.orphan ? { orphan: true } : {}),
    ...(body.messageId === undefined ? {} : { messageId: body.messageId }),
    ...(body.meta.taskId === undefined ? {} : { taskId: body.meta.taskId }),
    ...(body.meta.pinned ? { pinned: true } : {}),
    ...(body.isError ? { isError: true } : {}),
    ...(isRecalled(body) ? { isRecall: true } : {}),
  };
  const added = withEntry(edit, counted, { entry, place, kind, messageId: body.messageId });
  const accepted = accept(counted, place, !isRecalled(body), body.meta.taskId);
  return { state: closeOldCalls(edit, answerCall(edit, added, place.answers, isRecalled(body)), state), accepted };
}

function newEntry(state: SessionState, { offset, envelope }: EventRecord, place: Placement): SessionEntry {
  return {
    id: envelope.id,
    ordinal: state.ordinal,
    offset,
    kind: envelope.kind,
    turn: place.turn,
    request: place.request,
    atom: place.atom ?? state.ordinal,
    occurredAt: envelope.occurredAt,
    tokens: envelope.tokens,
    ...notedFamily(envelope.family, state.family),
    form: 'whole',
    state: 'readable',
  };
}

interface AddedEntry extends Pick<SessionEntry, 'kind'> {
  readonly entry: SessionEntry;
  readonly place: Placement;
  readonly messageId?: string | undefined;
}

function withEntry(edit: EditEntries, state: SessionState, { entry, place, kind, messageId }: AddedEntry): SessionState {
  const isOutput = MODEL_OUTPUT_KINDS.has(kind);
  const movesTurn = isOutput || kind === 'user_message';
  // Left out where there is none, as in a state that was saved, so that both have their fields in the same order.
  const { lastMessageId: before, ...rest } = state;
  const lastMessageId = isOutput ? messageId : kind === 'tool_result' ? before : undefined;
  return {
    ...rest,
    turn: movesTurn ? Math.max(state.turn, place.turn) : state.turn,
    request: Math.max(state.request, place.request),
    entries: edit.append(state.entries, entry),
    lastKind: kind,
    lastWasResult: kind === 'tool_result',
    ...(kind === 'user_message' ? noteRequest(state, entry.id, entry.tokens.whole) : {}),
    ...(isOutput || kind === 'tool_result' ? { isAnswered: kind === 'agent_message' } : {}),
    ...(lastMessageId === undefined ? {} : { lastMessageId }),
  };
}

function accept(state: SessionState, place: Placement, indexed: boolean, taskId?: string): AcceptedEvent {
  return {
    ordinal: state.ordinal,
    turn: place.turn,
    request: place.request,
    atom: place.atom ?? state.ordinal,
    premiseVersion: state.taskState?.premiseVersion ?? 0,
    taskId: taskId ?? state.taskState?.taskId,
    indexed,
  };
}
