import {
  applyCompaction,
  entriesToRecount,
  needsRecount,
  type EntryContent,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { recountTokens } from '@total-recall/runtime';

/**
 * Returns the session with token counts of the policy's model family. If it has counts of another, recounts it
 * for this window only; the projector recounts it for good with the next event. A budget is never compared with
 * counts of another family.
 */
export async function countForPolicy(
  tokens: TokenCounter,
  state: SessionState,
  policy: SessionPolicy,
  contents: ReadonlyMap<string, EntryContent>,
): Promise<SessionState> {
  if (!needsRecount(state, policy.family)) return state;
  const entries = entriesToRecount(state, policy.family);
  return applyCompaction(state, await recountTokens(tokens, { state, policy, entries, contents })) ?? state;
}
