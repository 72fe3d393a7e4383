import type { ImportedSession } from '@total-recall/importers';
import { codeOf } from './code-of.ts';
import type { ImportedBefore } from './imported-before.ts';

export interface KeptSessions {
  /** All sessions of the file, each without the events that are left out. */
  readonly sessions: readonly ImportedSession[];
  /** Returns the parent of a session: where all before its place was left out, the one that holds that. */
  parentOf(session: ImportedSession): Pick<ImportedSession, 'parentSession' | 'parentSequence'>;
}

/**
 * Leaves out what a forked session repeats of the one that it was forked from, up to the newest event that the space
 * holds of that. What is left keeps its sequences. A session that was erased holds all that is repeated of it: it must not
 * come back.
 */
export async function leaveOutHeld(sessions: readonly ImportedSession[], before: Pick<ImportedBefore, 'newestAt'>): Promise<KeptSessions> {
  const inFile = new Map(sessions.map((session) => [session.session, session]));
  const origin = sessions.find(({ repeatedEvents, parentSession }) => repeatedEvents !== undefined && !inFile.has(parentSession ?? ''));
  const heldTo = origin?.parentSession === undefined ? undefined : await heldToOf(origin.parentSession, before);
  if (heldTo === undefined) return { sessions, parentOf: (session) => session };
  const leftOut = new Map(sessions.map((session) => [session.session, heldOf(session, heldTo)]));

  function parentOf(session: ImportedSession): ReturnType<KeptSessions['parentOf']> {
    const { parentSession = '', parentSequence = Infinity } = session;
    const parent = inFile.get(parentSession);
    const lastLeftOut = parent?.events[leftOut.get(parentSession)! - 1]?.sequence;
    return parent !== undefined && lastLeftOut !== undefined && parentSequence <= lastLeftOut ? parentOf(parent) : session;
  }

  const rest = (session: ImportedSession): ImportedSession => ({ ...session, events: session.events.slice(heldOf(session, heldTo)) });
  const kept = sessions.map((session) => ({ ...rest(session), ...(session.asBefore && { asBefore: rest(session.asBefore) }) }));
  return { sessions: kept, parentOf };
}

/** Returns the number of the first events that are repeated and held. */
function heldOf({ events, repeatedEvents = 0 }: ImportedSession, heldTo: number): number {
  const repeated = events.slice(0, repeatedEvents);
  const first = repeated.findIndex(({ occurredAt = Infinity }) => occurredAt > heldTo);
  return first === -1 ? repeated.length : first;
}

/** Returns the time up to which a space holds a session, `Infinity` for one that was erased; undefined where it has none to show. */
export async function heldToOf(session: string, { newestAt }: Pick<ImportedBefore, 'newestAt'>): Promise<number | undefined> {
  try {
    return await newestAt(session);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'erased') return Infinity;
    if (code === 'not_found' || code === 'forbidden') return undefined;
    throw error;
  }
}
