import type { SessionPolicy } from '../../policy/session-policy.ts';
import { LEAST_REQUEST_TOKENS, MOST_LIVE_REQUESTS } from '../../session/live-requests.ts';
import { GAP_TOKENS } from '../markers/find-gaps.ts';
import { usableTokens } from '../tokens/used-tokens.ts';
import { LEAST_PREVIEW_TOKENS } from './size-levels.ts';

/** Share of the usable window kept free for markers, live requests and the last turn. */
const FLOW_SHARE = 1 / 14;
/** A call and its result at their smallest. */
const LAST_TURN_TOKENS = 2 * LEAST_PREVIEW_TOKENS;

/**
 * Computes how many tokens guarded entries may take, so that a window can always be assembled: what the system block, the
 * user message, the task state, pushed evidence and the flow leave of it. In windows too small for all of these at once,
 * guarded entries have half of what is left beside the caller's blocks.
 */
export function guardedBudget(policy: SessionPolicy): number {
  const { sys, user, task, push } = policy.budgets;
  const usable = usableTokens(policy);
  const left = Math.max(0, usable - sys - user - task - push);
  const flow = Math.max(Math.ceil(usable * FLOW_SHARE), Math.min(leastFlowTokens(policy), Math.floor(left / 2)));
  return Math.max(0, left - flow);
}

/** Computes the most that stands in the flow where all of it is at its smallest: live requests yield to a user message. */
function leastFlowTokens({ budgets }: SessionPolicy): number {
  return budgets.markers + MOST_LIVE_REQUESTS * (LEAST_REQUEST_TOKENS + GAP_TOKENS) + LAST_TURN_TOKENS;
}
