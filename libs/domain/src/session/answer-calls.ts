import type { EditEntries } from './edit-entries.ts';
import { firstOpenCall } from './open-calls.ts';
import { OPEN_CALL_TURNS } from './session-limits.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/** Notes that a call has its result; `isPull` for one whose result recall gave. */
export function answerCall(edit: EditEntries, state: SessionState, call: SessionEntry | undefined, isPull: boolean): SessionState {
  if (!call) return state;
  const at = state.entries.findLastIndex(({ id }) => id === call.id);
  const answered = asAnswered(state.entries[at]!);
  return { ...state, entries: edit.replace(state.entries, at, isPull ? { ...answered, isPull } : answered) };
}

/** Drops the name, which was needed only to find the call; that of an answered call is read from its record. */
function asAnswered(entry: SessionEntry): SessionEntry {
  // An erased call keeps its name: no record holds it any more.
  if (entry.state === 'erased') return { ...entry, call: 'answered' };
  const { callName: _, ...rest } = entry;
  return { ...rest, call: 'answered' };
}

/** Closes calls that waited too long since `before`. Calls are guarded only while open (I-05). */
export function closeOldCalls(edit: EditEntries, state: SessionState, before: Pick<SessionState, 'turn'>): SessionState {
  if (state.turn === before.turn) return state;
  let { entries } = state;
  for (let at = firstOpenCall({ entries, turn: before.turn }); at < entries.length; at += 1) {
    const entry = entries[at]!;
    if (entry.call === 'open' && entry.turn <= state.turn - OPEN_CALL_TURNS)
      entries = edit.replace(entries, at, { ...entry, call: 'closed' });
  }
  return entries === state.entries ? state : { ...state, entries };
}
