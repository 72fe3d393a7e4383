import { exceedsPullLimit, type SessionPolicy, type SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';

/** Refuses a call of recall or open beyond the limit for one turn. The message is written for the model to act on. */
export function refuseOverPulls(state: SessionState, policy: SessionPolicy, callId: string | undefined): void {
  const { pullCalls } = policy.budgets;
  if (!exceedsPullLimit(state, pullCalls, callId)) return;
  const most = pullCalls === 1 ? 'one call' : `${pullCalls} calls`;
  throw new TotalRecallError(
    'pull_limit',
    `A turn may make ${most} of recall and open together, and this is one more. Use what came back, put several queries into ` +
      'one recall, or call again in the next turn.',
    { details: { pullCalls } },
  );
}
