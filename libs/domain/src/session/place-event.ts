import type { EventBody, ToolCall } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import { rulesOf } from '../event/kind-rules.ts';
import { firstOpenCall } from './open-calls.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/** Place of an event: its turn and request, its atom, and for a result the call it answers. */
export interface Placement {
  readonly turn: number;
  readonly request: number;
  /** Ordinal of the atom's first entry; the event's own where absent. */
  readonly atom?: number;
  readonly answers?: SessionEntry;
  readonly orphan?: boolean;
}

/** Places a readable event. Turns are numbered from 1; events before the first turn belong to turn 1. */
export function placeEvent(state: SessionState, kind: EventKind, body: EventBody): Placement {
  if (kind === 'user_message') return { turn: state.turn + 1, request: state.request + 1 };
  if (kind === 'tool_result') return placeResult(state, body);
  if (rulesOf(kind).responseOrder === undefined) return { turn: Math.max(state.turn, 1), request: state.request };
  if (!continuesResponse(state, kind, body)) return { turn: state.turn + 1, request: state.request };
  return { turn: state.turn, request: state.request, atom: thinkingAtom(state) ?? sealedAtom(state, kind) };
}

/**
 * Finds the atom of the sealed call that a parallel one stands beside. Google seals the first call of a response and
 * refuses the others without it, so they stay or go together.
 */
function sealedAtom({ entries, turn }: SessionState, kind: EventKind): number | undefined {
  if (kind !== 'tool_call') return undefined;
  for (let at = entries.length - 1; at >= 0 && entries[at]!.turn === turn; at--) {
    const entry = entries[at]!;
    if (entry.kind === 'thinking' && entry.sealsCall === true) return entry.atom;
    // A call that was placed alone saw none before it. Of many calls in a row each would look at all the others.
    if (entry.kind === 'tool_call' && entry.state === 'readable' && entry.atom === entry.ordinal) return undefined;
  }
  return undefined;
}

/** Returns true when the event belongs to the response before it: a step back in the order begins a new one. */
function continuesResponse(state: SessionState, kind: EventKind, body: EventBody): boolean {
  const { lastKind, lastMessageId } = state;
  if (body.messageId !== undefined && lastMessageId !== undefined) return body.messageId === lastMessageId;
  if (state.lastWasResult || lastKind === undefined) return false;
  const last = rulesOf(lastKind).responseOrder;
  const now = rulesOf(kind).responseOrder;
  if (last === undefined || now === undefined) return false;
  return kind === 'agent_message' ? last < now : last <= now;
}

/** Thinking directly before a message or call of the same turn belongs to its atom. */
function thinkingAtom(state: SessionState): number | undefined {
  const before = state.entries.at(-1);
  return before?.kind === 'thinking' && before.turn === state.turn ? before.atom : undefined;
}

/**
 * Finds the call that a result answers. An id may be used again, even by two open calls, so a matching name decides
 * first. Among several open calls, those of the newest request come first, and of these the earliest: results come in
 * the order of their calls.
 */
function callNamed(state: SessionState, { id, name }: ToolCall): SessionEntry | undefined {
  const open = state.entries.slice(firstOpenCall(state)).filter((entry) => entry.call === 'open' && entry.callId === id);
  if (open.length === 0) {
    const calls = state.entries.filter((entry) => entry.kind === 'tool_call' && entry.callId === id);
    return withName(calls, name).at(-1);
  }
  const named = withName(open, name);
  const newest = named.at(-1)!.request;
  return named.find((entry) => entry.request === newest);
}

/** Returns the calls with that name, or all where none has it. */
function withName<T extends { readonly callName?: string }>(calls: readonly T[], name: string): readonly T[] {
  const named = calls.filter((call) => call.callName === name);
  return named.length > 0 ? named : calls;
}

function placeResult(state: SessionState, body: EventBody): Placement {
  const call = body.call === undefined ? undefined : callNamed(state, body.call);
  if (call?.call === 'open') return { turn: call.turn, request: call.request, atom: call.atom, answers: call };
  if (call) return { turn: call.turn, request: call.request, orphan: true };
  const known = state.lateCalls.filter(({ callId }) => callId === body.call?.id);
  const late = withName(
    known.map((one) => ({ ...one, callName: one.name })),
    body.call?.name ?? '',
  ).at(-1);
  return { turn: late?.turn ?? Math.max(state.turn, 1), request: late?.request ?? state.request, orphan: true };
}
