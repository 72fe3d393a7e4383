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

/** Claude's wrapper around edits, of which a compaction does one. */
export const contextManagement = z.strictObject({ edits: z.array(vendorEdit).length(1) });

/** Edits that were applied, as Claude's answers name them; none where nothing was compacted. */
export const appliedEdits = z
  .object({
    applied_edits: z.array(
      z.object({
        type: z.enum(['clear_tool_uses_20250919', 'compaction']),
        cleared_tool_uses: z.number(),
        cleared_input_tokens: z.number(),
      }),
    ),
  })
  .describe("Present where an edit was asked for: what was done, in the form of Claude's answers.");

/** Returns the edit of a request, bare or in Claude's wrapper. */
export function editOf({ edit, context_management: wrapper }: EditRequest): VendorEdit | undefined {
  return edit ?? wrapper?.edits[0];
}

type EditResult =
  { readonly kind: 'compacted'; readonly clearedToolUses: number; readonly freedTokens: number } | { readonly kind: 'stopped' };

/** Says in the vendor's form what an edit did. */
export function toAppliedEdits({ type }: VendorEdit, result: EditResult): z.infer<typeof appliedEdits> {
  if (result.kind === 'stopped') return { applied_edits: [] };
  return { applied_edits: [{ type, cleared_tool_uses: result.clearedToolUses, cleared_input_tokens: result.freedTokens }] };
}

/** Number of calls that Claude keeps by default. */
const KEPT_TOOL_USES = 3;

type VendorEdit = z.infer<typeof vendorEdit>;

interface EditRequest {
  readonly edit?: VendorEdit | undefined;
  readonly context_management?: z.infer<typeof contextManagement> | undefined;
}

/** Converts a vendor's edit to a compaction on demand. */
export function toDemand(edit: VendorEdit): CompactionRequest {
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
