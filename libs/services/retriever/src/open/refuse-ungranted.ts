import { mayOpen, type EventEnvelope, type SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { RetrieverDeps } from '../retriever-deps.ts';

/**
 * Refuses an event that the delegation of the asking session does not let it read: that is neither its own, nor of its
 * run where it may recall from that, nor handed over. Errors: `recall_not_granted`.
 */
export async function refuseUngranted(
  { sessions }: Pick<RetrieverDeps, 'sessions'>,
  asking: SessionState,
  { id, tenant, space, session }: Pick<EventEnvelope, 'id' | 'tenant' | 'space' | 'session'>,
): Promise<void> {
  const grant = asking.parent?.delegation;
  if (grant === undefined) return;
  const isRun = grant.recallAccess === 'run' && session !== asking.session;
  const of = isRun ? await sessions.load({ tenant, space, session }) : undefined;
  const runOf = of?.parent?.delegation?.run ?? session;
  if (mayOpen(grant, asking.session, { id, session, runOf })) return;
  throw new TotalRecallError('recall_not_granted', 'The delegation of this session does not let it read that event.');
}
