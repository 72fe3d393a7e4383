import { exceedsPullLimit, pullLimitText, type SessionPolicy, type SessionState } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';

/** Refuses a call of recall or open beyond the limit for one turn. */
export function refuseOverPulls(state: SessionState, policy: SessionPolicy, callId: string | undefined): void {
  const { pullCalls } = policy.budgets;
  if (!exceedsPullLimit(state, pullCalls, callId)) return;
  throw new TotalRecallError('pull_limit', pullLimitText(pullCalls), { details: { pullCalls } });
}
