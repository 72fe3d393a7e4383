import type { EventBody } from '../event/event-body.ts';
import { MODEL_OUTPUT_KINDS, type EventKind } from '../event/event-kind.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/** Where an event stands: its turn and request, its atom, and for a result the call it answers. */
export interface Placement {
  readonly turn: number;
  readonly request: number;
  /** Ordinal of the atom's first entry; absent: the event's own. */
  readonly atom?: number;
  readonly answers?: SessionEntry;
  readonly orphan?: boolean;
}

// One model response comes in this order; a step back means that a new response began.
const RESPONSE_ORDER: Partial<Record<EventKind, number>> = { thinking: 0, agent_message: 1, tool_call: 2 };

/** Gives a readable event its place. Turns are numbered from 1; what comes before the first counts as turn 1. */
export function placeEvent(state: SessionState, kind: EventKind, body: EventBody): Placement {
  if (kind === 'user_message') return { turn: state.turn + 1, request: state.request + 1 };
  if (kind === 'tool_result') return placeResult(state, body);
  if (!MODEL_OUTPUT_KINDS.has(kind)) return { turn: Math.max(state.turn, 1), request: state.request };
  if (!continuesResponse(state, kind, body)) return { turn: state.turn + 1, request: state.request };
  return { turn: state.turn, request: state.request, atom: thinkingAtom(state) };
}

function continuesResponse(state: SessionState, kind: EventKind, body: EventBody): boolean {
  const { lastKind, lastMessageId } = state;
  if (body.messageId !== undefined && lastMessageId !== undefined) return body.messageId === lastMessageId;
  if (state.lastWasResult || lastKind === undefined) return false;
  const last = RESPONSE_ORDER[lastKind];
  const now = RESPONSE_ORDER[kind];
  if (last === undefined || now === undefined) return false;
  return kind === 'agent_message' ? last < now : last <= now;
}

/** Thinking directly before a message or call of the same turn belongs to it. */
function thinkingAtom(state: SessionState): number | undefined {
  const before = state.entries.at(-1);
  return before?.kind === 'thinking' && before.turn === state.turn ? before.atom : undefined;
}

/** The newest open call of that id, else the newest: an id may be used again, even by two calls at once. */
function callNamed(state: SessionState, callId: string): SessionEntry | undefined {
  const isCall = (entry: SessionEntry) => entry.kind === 'tool_call' && entry.callId === callId;
  return state.entries.findLast((entry) => entry.call === 'open' && isCall(entry)) ?? state.entries.findLast(isCall);
}

function placeResult(state: SessionState, body: EventBody): Placement {
  const callId = body.call?.id;
  const request = state.request;
  const call = callId === undefined ? undefined : callNamed(state, callId);
  if (call?.call === 'open') return { turn: call.turn, request: call.request, atom: call.atom, answers: call };
  if (call) return { turn: call.turn, request: call.request, orphan: true };
  const late = state.lateCalls.findLast((known) => known.callId === callId);
  return { turn: late?.turn ?? Math.max(state.turn, 1), request, orphan: true };
}
