import type { SessionPolicy } from '../../policy/session-policy.ts';
import { usableTokens } from '../tokens/used-tokens.ts';

/** Share of the usable window kept free for markers, live requests and the last turn. */
const FLOW_SHARE = 1 / 14;

/**
 * Computes how many tokens guarded entries may take, so that a window can be assembled: what the system block, the user
 * message, the task state, pushed evidence and the flow leave of it.
 */
export function guardedBudget(policy: SessionPolicy): number {
  const { sys, user, task, push } = policy.budgets;
  const usable = usableTokens(policy);
  const left = Math.max(0, usable - sys - user - task - push);
  return Math.max(0, left - Math.ceil(usable * FLOW_SHARE));
}
