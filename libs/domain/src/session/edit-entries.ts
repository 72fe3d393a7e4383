import type { SessionEntry, SessionState } from './session-state.ts';

type Entries = SessionState['entries'];

/** Changes of the entries. Where nobody else sees them they need no copy, which takes longer the more there are. */
export interface EditEntries {
  append(entries: Entries, entry: SessionEntry): Entries;
  replace(entries: Entries, at: number, entry: SessionEntry): Entries;
}
