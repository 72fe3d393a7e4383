import type { SessionEntry } from '../../session/session-state.ts';
import type { CompactionInput } from './compaction-input.ts';
import { leastPreviewTokens, sizeRules, type SizeRules } from './size-levels.ts';
import { entryTokens, formTokens } from '../tokens/entry-tokens.ts';
import { entryWeight } from './weights.ts';

/** Entries that a compaction may touch in the present state. */
export interface Survey {
  /** Entries outside the tail that are evictable by kind and searchable. */
  readonly movable: readonly SessionEntry[];
  readonly movableTokens: number;
  readonly tailTokens: number;
  /** Tokens above the size of a preview in all entries that may be shrunk. */
  readonly shrinkableTokens: number;
  /** Tokens held back only because they are not searchable yet. */
  readonly unsearchableTokens: number;
  readonly weightOf: (entry: SessionEntry) => number;
  readonly rules: SizeRules;
}

export function surveyEntries(input: CompactionInput): Survey {
  const { state, policy, marks } = input;
  const rules = sizeRules(state, policy, input);
  const referred = new Set(state.taskState?.refs ?? []);
  const limit = Math.min(marks.searchable, marks.embedded ?? marks.searchable);
  const isAllowed = (entry: SessionEntry) =>
    !rules.isTail(entry) && !rules.isUnread(entry) && !rules.isLive(entry) && !rules.isNewestThinking(entry) && rules.isOffered(entry);
  const weightOf = (entry: SessionEntry): number => {
    if (!isAllowed(entry) || (entry.offset > limit && entry.state === 'readable')) return 0;
    return entryWeight(entry, state, referred);
  };
  const least = leastPreviewTokens(input);
  const movable: SessionEntry[] = [];
  const sums = { movableTokens: 0, tailTokens: 0, shrinkableTokens: 0, unsearchableTokens: 0 };
  for (const entry of state.entries) {
    const tokens = entryTokens(entry);
    if (rules.isTail(entry)) sums.tailTokens += tokens;
    const over = formTokens(entry) - least;
    if (over > 0 && (rules.mayShrink(entry) || rules.isLoopThinking(entry)))
      sums.shrinkableTokens += Math.max(0, Math.min(over, formTokens(entry) - rules.floorOf(entry)));
    if (weightOf(entry) > 0) {
      movable.push(entry);
      sums.movableTokens += tokens;
    } else if (entry.offset > limit && isAllowed(entry) && entryWeight(entry, state, referred) > 0) {
      sums.unsearchableTokens += tokens;
    }
  }
  return { movable, ...sums, weightOf, rules };
}
