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

/** Parameters of Claude's compaction. Without a `trigger` it happens at once. */
const compactContext = z.strictObject({
  type: z.literal('compact_20260112'),
  trigger: orNull(inputTokens),
  instructions: orNull(z.string()).describe('Not used: markers are made by rules.'),
  pause_after_compaction: z.boolean().optional().describe('Not used: a compaction answers no model.'),
});

/** Parameters of OpenAI's compaction. Without a threshold it happens at once. */
const compactThreshold = z.strictObject({ type: z.literal('compaction'), compact_threshold: orNull(tokens) });

/** One edit of a vendor's `context_management`. */
export const vendorEdit = z.discriminatedUnion('type', [clearToolUses, compactContext, compactThreshold]);

const DONE_TYPES = ['clear_tool_uses_20250919', 'compact_20260112', 'compaction'] as const satisfies VendorEdit['type'][];
const DONE: ReadonlySet<string> = new Set(DONE_TYPES);

/** An edit of Claude's that is left to the vendor, as that of thinking. */
export const otherEdit = z
  .looseObject({ type: label })
  .refine(({ type }) => !DONE.has(type), 'has a field that this edit does not have, or a value that it does not take');

const MOST_EDITS = 16;

/** Claude's wrapper around edits. */
export const contextManagement = z.strictObject({
  edits: z
    .array(z.union([vendorEdit, otherEdit]))
    .min(1)
    .max(MOST_EDITS),
});

/** Edits that were applied, as Claude's answers name them; none where nothing was compacted. */
export const appliedEdits = z
  .object({
    applied_edits: z.array(
      z.object({
        type: z.enum(DONE_TYPES),
        cleared_tool_uses: z.number(),
        cleared_input_tokens: z.number(),
      }),
    ),
    not_applied: z
      .array(z.string())
      .optional()
      .describe('Types of edits that were not applied: they are left to the vendor, or one failed behind an edit that was applied.'),
  })
  .describe("Present where an edit was asked for: what was done, in the form of Claude's answers.");

/** Edits of a request that are done, in their order, and the types of the others. */
export interface AskedEdits {
  readonly edits: readonly VendorEdit[];
  readonly others: readonly string[];
}

/** Returns the edits of a request, bare or in Claude's wrapper, where they begin as with Claude if nothing is said. */
export function editsOf({ edit, context_management: wrapper }: EditRequest): AskedEdits {
  if (edit !== undefined || wrapper === undefined) return { edits: edit ? [edit] : [], others: [] };
  const isDone = (one: WrappedEdit): one is VendorEdit => DONE.has(one.type);
  return {
    edits: wrapper.edits.filter(isDone).map(withVendorsTrigger),
    others: wrapper.edits.filter((one) => !isDone(one)).map(({ type }) => type),
  };
}

/** Input tokens at which Claude's edits begin where nothing is said. */
const CLEARS_FROM = { type: 'input_tokens', value: 100_000 } as const;
const COMPACTS_FROM = { type: 'input_tokens', value: 150_000 } as const;

function withVendorsTrigger(edit: VendorEdit): VendorEdit {
  if (edit.type === 'clear_tool_uses_20250919') return { ...edit, trigger: edit.trigger ?? CLEARS_FROM };
  return edit.type === 'compact_20260112' ? { ...edit, trigger: edit.trigger ?? COMPACTS_FROM } : edit;
}

type EditResult =
  | { readonly kind: 'compacted'; readonly clearedToolUses: number; readonly freedTokens: number }
  | { readonly kind: 'stopped' };

/** Says in the vendor's form what edits did, and which are left to the vendor. */
export function toAppliedEdits(
  done: readonly { readonly edit: VendorEdit; readonly result: EditResult }[],
  others: readonly string[] = [],
): z.infer<typeof appliedEdits> {
  const applied = done.flatMap(({ edit: { type }, result }) =>
    result.kind === 'stopped' ? [] : [{ type, cleared_tool_uses: result.clearedToolUses, cleared_input_tokens: result.freedTokens }],
  );
  return { applied_edits: applied, ...(others.length > 0 && { not_applied: [...others] }) };
}

/** Number of calls that Claude keeps by default. */
const KEPT_TOOL_USES = 3;

export type VendorEdit = z.infer<typeof vendorEdit>;
type WrappedEdit = z.infer<typeof contextManagement>['edits'][number];

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
  if (edit.type === 'compact_20260112') return { trigger: 'compact_threshold', ...(edit.trigger && { fromTokens: edit.trigger.value }) };
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
