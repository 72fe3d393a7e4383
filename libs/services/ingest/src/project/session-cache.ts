import { emptySession, FOLD_VERSION, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import { createRecentEntries, entriesOf } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { refoldSession } from './refold-session.ts';

/** The projector's session states: as they stand in this process, or as they were saved, folded anew where the fold has changed. Bounded by entries, least recently used goes first. */
export interface SessionCache {
  get(address: SessionAddress): Promise<SessionState>;
  /** As it was last saved by this process; undefined where that is not known here. */
  held(address: SessionAddress): SessionState | undefined;
  set(state: SessionState): void;
}

export function createSessionCache(deps: Pick<IngestDeps, 'sessions' | 'index' | 'sealer'>, capacity: number): SessionCache {
  const states = createRecentEntries<SessionState>(capacity, entriesOf);
  return {
    set: (state) => states.set(sessionKey(state), state),
    held: (address) => states.get(sessionKey(address)),
    async get(address) {
      const known = states.get(sessionKey(address));
      if (known) return known;
      const saved = await deps.sessions.load(address);
      if (saved === undefined) return emptySession(address);
      return saved.foldVersion === FOLD_VERSION ? saved : refoldSession(deps, saved);
    },
  };
}
