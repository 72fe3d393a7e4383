import {
  applyCompaction,
  countedOtherwise,
  isCountedOtherwise,
  type EntryContent,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { recountTokens } from '@total-recall/runtime';

/**
 * The session as the policy's model family counts it: the same where it is counted so already, else counted here for this one window, until
 * the projector has recounted it with its next event. No budget is ever held against counts of another family.
 */
export async function countForPolicy(
  tokens: TokenCounter,
  state: SessionState,
  policy: SessionPolicy,
  contents: ReadonlyMap<string, EntryContent>,
): Promise<SessionState> {
  if (!isCountedOtherwise(state, policy.family)) return state;
  const entries = countedOtherwise(state, policy.family);
  return applyCompaction(state, await recountTokens(tokens, { state, policy, entries, contents })) ?? state;
}
