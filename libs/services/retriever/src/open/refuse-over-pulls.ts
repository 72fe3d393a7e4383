import { exceedsPullLimit, type SessionPolicy, type SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';

/** Refuses a call of recall or open beyond the limit for one turn. The message is written for the model to act on. */
export function refuseOverPulls(state: SessionState, policy: SessionPolicy, callId: string | undefined): void {
  const { pullCalls } = policy.budgets;
  if (!exceedsPullLimit(state, pullCalls, callId)) return;
  const most = pullCalls === 1 ? 'once' : `${pullCalls} times together`;
  throw new TotalRecallError(
    'pull_limit',
    `One turn may call recall and open ${most}, and this is one more. Go on with what came back, put several queries into one ` +
      'recall, or call again in the next turn. The policy of the session sets this (pullCalls).',
    { details: { pullCalls } },
  );
}
