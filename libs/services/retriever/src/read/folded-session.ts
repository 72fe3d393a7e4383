import { sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { notCaughtUp } from './wait-until-folded.ts';
import { erased, notFound } from './views.ts';

/**
 * Returns the state of a session, after waiting up to a limit until all of its log is folded and its events are found
 * in the index. Errors: `not_found`, `erased`, `not_caught_up`.
 */
export async function foldedSession(
  deps: Pick<RetrieverDeps, 'log' | 'marks' | 'sessions' | 'sealer'>,
  config: Pick<RetrieverConfig, 'foldTimeoutMs'>,
  address: SessionAddress,
): Promise<SessionState> {
  const key = sessionKey(address);
  const end = await deps.log.lastOffset(key);
  if (end < 0) {
    // The log knows the ends of its sessions by a table of their own, which may be damaged where the records are whole.
    const kept = await deps.sessions.load(address);
    if (kept === undefined) throw notFound('session');
    return kept;
  }
  const folded = await deps.marks.waitFor(deps.log.partitionOf(key), end, 'searchable', config.foldTimeoutMs);
  if (!folded) throw notCaughtUp('The session is');
  const state = await deps.sessions.load(address);
  if (state === undefined) throw (await isErasedAt(deps, key, end)) ? erased('session') : notFound('session');
  return state;
}

/** Returns true when the record at this offset exists but its key was destroyed. */
export async function isErasedAt({ log, sealer }: Pick<RetrieverDeps, 'log' | 'sealer'>, key: string, offset: number): Promise<boolean> {
  const [record] = await log.read(log.partitionOf(key), offset, 1);
  return record?.key === key && (await sealer.open(record)).body === 'erased';
}
