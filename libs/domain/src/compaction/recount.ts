import type { SessionEntry, SessionState, TaskStateRef } from '../session/session-state.ts';
import type { RecountedEntry, TokensRecounted } from './compaction-record.ts';

type Counted = Pick<SessionState, 'family' | 'entries' | 'taskState'>;

/**
 * Returns true when anything in the window is counted for another family. A state from before families were recorded
 * counts as correct.
 */
export function needsRecount({ family: own, entries, taskState }: Counted, family: string): boolean {
  if (own === undefined) return false;
  return own !== family || taskState?.family !== undefined || entries.some((entry) => entry.family !== undefined);
}

/** Returns the entries counted for another family, in order. */
export function entriesToRecount(state: Counted, family: string): SessionEntry[] {
  return state.entries.filter((entry) => (entry.family ?? state.family) !== family);
}

/**
 * Applies a recount to the state. Returns undefined where it belongs to another cycle or changes nothing. Entries that
 * it does not name keep their counts.
 */
export function applyRecount(state: SessionState, record: TokensRecounted): SessionState | undefined {
  const { family } = record;
  const { derivedTask } = state;
  if (record.cycle !== state.cycle + 1 || !needsRecount(state, family)) return undefined;
  const counts = new Map(record.entries.map((entry) => [entry.id, entry]));
  const familyOf = (own: string | undefined) => notedFamily(own ?? state.family!, family);
  const entries = state.entries.map(({ family: own, ...entry }): SessionEntry => {
    const found = counts.get(entry.id);
    return found ? recounted(entry, found) : { ...entry, ...familyOf(own) };
  });
  return {
    ...state,
    family,
    entries,
    markers: record.markers,
    ...(state.taskState ? { taskState: recountedTask(state.taskState, record.task, familyOf) } : {}),
    ...(derivedTask && record.task?.eventId === derivedTask.eventId ? { derivedTask: record.task } : {}),
  };
}

/** Returns the family to store with an entry: none where it equals the session's. */
export function notedFamily(own: string, ofSession: string | undefined): { readonly family?: string } {
  return ofSession === undefined || own === ofSession ? {} : { family: own };
}

function recounted(entry: SessionEntry, { tokens, cutTokens }: RecountedEntry): SessionEntry {
  if (!entry.cut || cutTokens === undefined) return { ...entry, tokens };
  return { ...entry, tokens, cut: { ...entry.cut, tokens: cutTokens } };
}

function recountedTask(
  { family: own, ...task }: TaskStateRef,
  found: TokensRecounted['task'],
  familyOf: (own: string | undefined) => { readonly family?: string },
): TaskStateRef {
  return found?.eventId === task.eventId ? { ...task, tokens: found.tokens } : { ...task, ...familyOf(own) };
}
