import { sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { notCaughtUp } from './until-folded.ts';
import { notFound } from './views.ts';

/** The state of a session, waiting, bounded, until all of its log is folded. Errors: `not_found`, `not_caught_up`. */
export async function foldedSession(
  deps: Pick<RetrieverDeps, 'log' | 'marks' | 'sessions'>,
  config: Pick<RetrieverConfig, 'foldTimeoutMs'>,
  address: SessionAddress,
): Promise<SessionState> {
  const key = sessionKey(address);
  const end = await deps.log.lastOffset(key);
  if (end < 0) throw notFound('session');
  const folded = await deps.marks.waitFor(deps.log.partitionOf(key), end, 'folded', config.foldTimeoutMs);
  if (!folded) throw notCaughtUp('The session is');
  const state = await deps.sessions.load(address);
  if (state === undefined) throw notFound('session');
  return state;
}
