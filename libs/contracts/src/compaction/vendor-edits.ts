import type { CompactionRequest } from '@total-recall/domain';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { label } from '../wire/text.ts';

const tokens = z.int().min(0).max(LIMITS.windowTokensMax);
const uses = z.int().min(0).max(1_000_000);
const inputTokens = z.strictObject({ type: z.literal('input_tokens'), value: tokens });
const toolUses = z.strictObject({ type: z.literal('tool_uses'), value: uses });

/** Allows null as the vendors do: it is the same as nothing there. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

const tools = z.array(label).max(LIMITS.filterValues);

/** Parameters of Claude's clearing of tool uses, as sent to its API. Without a `trigger` it happens at once. */
const clearToolUses = z.strictObject({
  type: z.literal('clear_tool_uses_20250919'),
  trigger: z.discriminatedUnion('type', [inputTokens, toolUses]).optional(),
  keep: toolUses.optional().describe('Number of newest calls that stay, with their results; default 3.'),
  clear_at_least: orNull(inputTokens),
  exclude_tools: orNull(tools),
  clear_tool_inputs: orNull(z.union([z.boolean(), tools])).describe(
    'True to clear calls too, or the names of tools whose calls are; of others the results become previews. False where absent.',
  ),
});

/** Parameters of OpenAI's compaction. Without a threshold it happens at once. */
const compactThreshold = z.strictObject({ type: z.literal('compaction'), compact_threshold: orNull(tokens) });

/** One edit of a vendor's `context_management`. */
export const vendorEdit = z.discriminatedUnion('type', [clearToolUses, compactThreshold]);

/** Number of calls that Claude keeps by default. */
const KEPT_TOOL_USES = 3;

/** Converts a vendor's edit to a compaction on demand. */
export function toDemand(edit: z.infer<typeof vendorEdit>): CompactionRequest {
  if (edit.type === 'compaction') {
    const { compact_threshold: fromTokens } = edit;
    return { trigger: 'compact_threshold', ...(fromTokens !== null && { fromTokens }) };
  }
  const { trigger, keep, clear_at_least: atLeast, exclude_tools: excludeTools, clear_tool_inputs: clearToolInputs } = edit;
  return {
    trigger: 'clear_tool_uses',
    clearToolUses: {
      ...(trigger?.type === 'input_tokens' && { fromTokens: trigger.value }),
      ...(trigger?.type === 'tool_uses' && { fromToolUses: trigger.value }),
      ...(atLeast && { atLeastTokens: atLeast.value }),
      keepToolUses: keep?.value ?? KEPT_TOOL_USES,
      excludeTools: excludeTools ?? [],
      clearToolInputs: clearToolInputs ?? false,
    },
  };
}
