import { firstOpenCall } from './open-calls.ts';
import { OPEN_CALL_TURNS } from './session-limits.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/** Notes that a call has its result; `isPull` for one whose result recall gave. */
export function answerCall(state: SessionState, call: SessionEntry | undefined, isPull: boolean): SessionState {
  if (!call) return state;
  const at = state.entries.findLastIndex(({ id }) => id === call.id);
  const answered = asAnswered(state.entries[at]!);
  return { ...state, entries: state.entries.with(at, isPull ? { ...answered, isPull } : answered) };
}

/** Drops the name, which was needed only to find the call; that of an answered call is read from its record. */
function asAnswered(entry: SessionEntry): SessionEntry {
  // An erased call keeps its name: no record holds it any more.
  if (entry.state === 'erased') return { ...entry, call: 'answered' };
  const { callName: _, ...rest } = entry;
  return { ...rest, call: 'answered' };
}

/** Closes calls that waited too long since `before`. Calls are guarded only while open (I-05). */
export function closeOldCalls(state: SessionState, before: SessionState): SessionState {
  if (state.turn === before.turn) return state;
  const from = firstOpenCall({ entries: state.entries, turn: before.turn });
  const isOld = (entry: SessionEntry) => entry.call === 'open' && entry.turn <= state.turn - OPEN_CALL_TURNS;
  if (!state.entries.slice(from).some(isOld)) return state;
  return { ...state, entries: state.entries.map((entry) => (isOld(entry) ? { ...entry, call: 'closed' as const } : entry)) };
}
