import { encodePosition, entryTokens, guardedBudget, guardedParts, sessionKey, type SessionState, taskTokens } from '@total-recall/domain';
import type { Retriever, SessionSummary } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverConfig } from '../retriever-deps.ts';
import { foldedSession, type ReadDeps } from './folded-session.ts';
import { waitUntilFolded } from './wait-until-folded.ts';

/** Most guarded parts listed in a session's view. */
const LISTED_PARTS = 20;

/** Reads sessions, spaces, and the anatomy of windows. */
export function createSessionReader(
  deps: ReadDeps,
  config: RetrieverConfig,
): Pick<Retriever, 'session' | 'sessions' | 'spaces' | 'anatomy'> {
  const page = <Q extends { limit: number }>(query: Q): Q => ({ ...query, limit: Math.max(1, Math.min(query.limit, LIMITS.pageSize)) });
  return {
    async session(address) {
      const [{ state }, { policy }] = await Promise.all([foldedSession(deps, config, address), deps.policies.resolve(address)]);
      const position = encodePosition({
        generation: deps.log.generation,
        partition: deps.log.partitionOf(sessionKey(address)),
        offset: Math.max(0, state.offset),
      });
      const parts = guardedParts(state);
      const guarded = {
        tokens: parts.reduce((sum, part) => sum + part.tokens, 0),
        budgetTokens: guardedBudget(policy),
        parts: parts.slice(0, LISTED_PARTS),
        ...(state.taskState && { task: { id: state.taskState.eventId, kind: 'task_state' as const, tokens: state.taskState.tokens } }),
        ...(state.family === undefined ? {} : { family: state.family }),
      };
      return {
        ...summaryOf(state),
        ...(state.parent && { parent: state.parent }),
        policy,
        tokensIn: state.tokensIn,
        windowTokens: windowTokensOf(state),
        guarded,
        position,
      };
    },
    async sessions(query) {
      await waitUntilFolded(deps, config);
      return deps.sessions.list(page(query));
    },
    async spaces(query) {
      await waitUntilFolded(deps, config);
      return deps.sessions.spaces(page(query));
    },
    anatomy: (query) => deps.anatomy.anatomy(page(query)),
  };
}

function summaryOf(state: SessionState): SessionSummary {
  const { tenant, space, session, offset, ordinal, turn, cycle, firstAt, lastAt } = state;
  return { tenant, space, session, offset, events: ordinal, turn, cycle, markers: state.markers.length, firstAt, lastAt };
}

/** Counts the tokens that history, markers and task state take in a window now. */
function windowTokensOf(state: SessionState): number {
  const history = state.entries.reduce((sum, entry) => sum + entryTokens(entry), 0);
  return history + state.markers.reduce((sum, marker) => sum + marker.tokens, 0) + taskTokens(state);
}
