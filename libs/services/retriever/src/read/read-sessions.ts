import { encodePosition, entryTokens, sessionKey, type SessionState } from '@total-recall/domain';
import type { Retriever, SessionSummary } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { foldedSession } from './read-events.ts';

/** Sessions, spaces, and the anatomy of windows. */
export function createSessionReader(
  deps: RetrieverDeps,
  config: RetrieverConfig,
): Pick<Retriever, 'session' | 'sessions' | 'spaces' | 'anatomy'> {
  const page = <Q extends { limit: number }>(query: Q): Q => ({ ...query, limit: Math.max(1, Math.min(query.limit, LIMITS.pageSize)) });
  return {
    async session(address) {
      const [state, { policy }] = await Promise.all([foldedSession(deps, config, address), deps.policies.resolve(address)]);
      const position = encodePosition({
        generation: deps.log.generation,
        partition: deps.log.partitionOf(sessionKey(address)),
        offset: Math.max(0, state.offset),
      });
      return { ...summaryOf(state), policy, tokensIn: state.tokensIn, windowTokens: windowTokensOf(state), position };
    },
    sessions: (query) => deps.sessions.list(page(query)),
    spaces: (query) => deps.sessions.spaces(page(query)),
    anatomy: (query) => deps.anatomy.anatomy(page(query)),
  };
}

function summaryOf(state: SessionState): SessionSummary {
  const { tenant, space, session, offset, ordinal, turn, cycle, firstAt, lastAt } = state;
  return { tenant, space, session, offset, events: ordinal, turn, cycle, markers: state.markers.length, firstAt, lastAt };
}

/** What history, markers and task state take in a window now. */
function windowTokensOf(state: SessionState): number {
  const history = state.entries.reduce((sum, entry) => sum + entryTokens(entry), 0);
  return history + state.markers.reduce((sum, marker) => sum + marker.tokens, 0) + (state.taskState?.tokens ?? 0);
}
