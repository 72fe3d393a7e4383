import { triggerTokens, usableTokens } from '../tokens/used-tokens.ts';
import { formsOf, goalTokens, isOwnAccord, levelled, runningSpared, type Draft, type PlannedChange } from './plan-draft.ts';
import { highestLevel, leastPreviewTokens, tokensByLevel } from './size-levels.ts';

/** Share of the usable window that shrinking alone must leave free below the trigger to be worth a compaction. */
const WORTH_SHARE = 1 / 20;

/** Shrinks without evicting, where that is enough. */
export function shrinkAlone(draft: Draft, target: number): PlannedChange | undefined {
  const { input, fixedTokens, largest } = draft;
  const { state, policy } = input;
  const least = leastPreviewTokens(input);
  const entriesAt = tokensByLevel(state.entries, least, (level) => runningSpared(draft, levelled(draft, level)));
  const tokensAt = (level: number) => fixedTokens + entriesAt(level);
  const lowest = tokensAt(least);
  const isOwn = isOwnAccord(input);
  const limit = isOwn ? triggerTokens(policy) - Math.ceil(usableTokens(policy) * WORTH_SHARE) : target;
  if (lowest > limit) return undefined;
  const goal = isOwn ? Math.max(goalTokens(input, target), (lowest + triggerTokens(policy)) >> 1) : target;
  const level = highestLevel(least, largest, goal, tokensAt);
  const forms = formsOf(state.entries, runningSpared(draft, levelled(draft, level)));
  return forms.size > 0 ? { evicted: [], forms } : undefined;
}
