import { shrinkBudgets } from './derive-budgets.ts';
import type { SessionPolicy } from './session-policy.ts';
import { largeTokens } from './resolve-policy.ts';

/** Returns the policy of one call: the session's own, or for a smaller window the same with smaller budgets. */
export function policyForCall(policy: SessionPolicy, windowTokens: number): SessionPolicy {
  if (windowTokens === policy.budgets.window) return policy;
  const budgets = shrinkBudgets(policy.budgets, windowTokens);
  const largeResultTokens = Math.min(policy.compaction.largeResultTokens, largeTokens(budgets));
  return { ...policy, budgets, compaction: { ...policy.compaction, largeResultTokens } };
}
