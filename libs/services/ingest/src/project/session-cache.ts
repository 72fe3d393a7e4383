import { emptySession, FOLD_VERSION, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import { createLruMap, entriesOf } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { refoldSession } from './refold-session.ts';

/**
 * The projector's cache of session states. Loads the saved state, and folds it again if the fold version has changed.
 * Limited by entries; the least recently used go first.
 */
export interface SessionCache {
  get(address: SessionAddress): Promise<SessionState>;
  /** Returns the state as this process last saved it; undefined if it is not cached. */
  held(address: SessionAddress): SessionState | undefined;
  set(state: SessionState): void;
  clear(): void;
}

export function createSessionCache(deps: Pick<IngestDeps, 'sessions' | 'index' | 'sealer'>, capacity: number): SessionCache {
  const states = createLruMap<SessionState>(capacity);
  return {
    set: (state) => states.set(sessionKey(state), state, entriesOf(state)),
    clear: () => states.clear(),
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
