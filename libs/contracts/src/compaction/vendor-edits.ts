import type { CompactionDemand } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { label } from '../wire/text.ts';

const tokens = z.int().min(0).max(LIMITS.windowTokensMax);
const uses = z.int().min(0).max(1_000_000);
const inputTokens = z.strictObject({ type: z.literal('input_tokens'), value: tokens });
const toolUses = z.strictObject({ type: z.literal('tool_uses'), value: uses });

/** Claude's parameters of a clear of tool uses, as they are sent to its API. Without a `trigger` it is done at once. */
const clearToolUses = z.strictObject({
  type: z.literal('clear_tool_uses_20250919'),
  trigger: z.discriminatedUnion('type', [inputTokens, toolUses]).optional(),
  keep: toolUses.optional().describe('The newest calls, with their results, that stay; 3.'),
  clear_at_least: inputTokens.optional(),
  exclude_tools: z.array(label).max(LIMITS.filterValues).optional(),
  clear_tool_inputs: z.boolean().optional().describe('Whether calls go too; else their results become previews. False.'),
});

/** OpenAI's parameters of a compaction. */
const compactThreshold = z.strictObject({ type: z.literal('compaction'), compact_threshold: tokens });

/** One edit of a vendor's `context_management`. */
export const vendorEdit = z.discriminatedUnion('type', [clearToolUses, compactThreshold]);

/** Calls that Claude keeps where nothing else is said. */
const KEPT_TOOL_USES = 3;

/** What a vendor's edit asks of a compaction. */
export function toDemand(edit: z.infer<typeof vendorEdit>): CompactionDemand {
  if (edit.type === 'compaction') return { trigger: 'compact_threshold', fromTokens: edit.compact_threshold };
  const { trigger, keep, clear_at_least: atLeast, exclude_tools: excludeTools = [], clear_tool_inputs: clearToolInputs = false } = edit;
  return {
    trigger: 'clear_tool_uses',
    clearToolUses: {
      ...(trigger?.type === 'input_tokens' && { fromTokens: trigger.value }),
      ...(trigger?.type === 'tool_uses' && { fromToolUses: trigger.value }),
      ...(atLeast && { atLeastTokens: atLeast.value }),
      keepToolUses: keep?.value ?? KEPT_TOOL_USES,
      excludeTools,
      clearToolInputs,
    },
  };
}
