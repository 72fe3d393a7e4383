import type { ImportedSession } from './import-format.ts';

/** Returns the session that a file is about: the first that no other one in the file is the parent of. */
export function mainSession(sessions: readonly ImportedSession[]): ImportedSession | undefined {
  const inFile = new Set(sessions.map(({ session }) => session));
  return sessions.find(({ parentSession }) => parentSession === undefined || !inFile.has(parentSession)) ?? sessions[0];
}
