import type {
  BetaClearToolUses20250919Edit,
  BetaClearToolUses20250919EditResponse,
  BetaContextManagementConfig,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { checkInput } from '../wire/check-input.ts';
import { compactBody } from './compaction.ts';
import { editsOf, toAppliedEdits, toDemand } from './vendor-edits.ts';

function demandOf(edit: unknown) {
  return demandIn({ edit });
}

function demandIn(body: object) {
  const checked = checkInput(compactBody, body, 'body');
  if (checked.kind !== 'valid') throw new Error(JSON.stringify(checked.errors));
  return toDemand(editsOf(checked.value).edits[0]!);
}

function editsIn(context_management: object) {
  const checked = checkInput(compactBody, { context_management }, 'body');
  if (checked.kind !== 'valid') throw new Error(JSON.stringify(checked.errors));
  return editsOf(checked.value);
}

describe('an edit as a vendor writes it', () => {
  it("is Claude's clear of tool uses, with its defaults", () => {
    expect(demandOf({ type: 'clear_tool_uses_20250919' })).toEqual({
      trigger: 'clear_tool_uses',
      clearToolUses: { keepToolUses: 3, excludeTools: [], clearToolInputs: false },
    });
    const edit = {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: 30_000 },
      keep: { type: 'tool_uses', value: 1 },
      clear_at_least: { type: 'input_tokens', value: 5_000 },
      exclude_tools: ['web_search'],
      clear_tool_inputs: true,
    };
    expect(demandOf(edit).clearToolUses).toEqual({
      fromTokens: 30_000,
      atLeastTokens: 5_000,
      keepToolUses: 1,
      excludeTools: ['web_search'],
      clearToolInputs: true,
    });
    expect(demandOf({ ...edit, trigger: { type: 'tool_uses', value: 9 } }).clearToolUses).toMatchObject({ fromToolUses: 9 });
  });

  it("may stand in Claude's wrapper, and says what it did as Claude's answers do", () => {
    const trigger = { type: 'input_tokens', value: 30_000 } as const;
    const edit = { type: 'clear_tool_uses_20250919', trigger, keep: { type: 'tool_uses', value: 1 } } as const;
    const claude: BetaContextManagementConfig = { edits: [edit] };
    expect(demandIn({ context_management: claude })).toEqual(demandOf(edit));
    const done = { kind: 'compacted', clearedToolUses: 8, freedTokens: 50_000 } as const;
    const applied: BetaClearToolUses20250919EditResponse = {
      type: 'clear_tool_uses_20250919',
      cleared_tool_uses: 8,
      cleared_input_tokens: 50_000,
    };
    const parsed = checkInput(compactBody, { edit }, 'body');
    if (parsed.kind !== 'valid') throw new Error('The edit is valid.');
    const asked = parsed.value.edit!;
    expect(toAppliedEdits([{ edit: asked, result: done }])).toEqual({ applied_edits: [applied] });
    expect(toAppliedEdits([{ edit: asked, result: { kind: 'stopped' } }])).toEqual({ applied_edits: [] });
  });

  it("may stand in Claude's wrapper among others, which are named, and begins there where it begins with Claude", () => {
    const claude: BetaContextManagementConfig = {
      edits: [
        { type: 'clear_thinking_20251015', keep: 'all' },
        { type: 'clear_tool_uses_20250919' },
        { type: 'compact_20260112', instructions: 'Be brief.', pause_after_compaction: true },
      ],
    };
    const { edits, others } = editsIn(claude);
    expect(edits.map(toDemand)).toEqual([
      { trigger: 'clear_tool_uses', clearToolUses: { fromTokens: 100_000, keepToolUses: 3, excludeTools: [], clearToolInputs: false } },
      { trigger: 'compact_threshold', fromTokens: 150_000 },
    ]);
    expect(others).toEqual(['clear_thinking_20251015']);
    expect(toAppliedEdits([], others)).toEqual({ applied_edits: [], not_applied: ['clear_thinking_20251015'] });
    const told = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 60_000 } };
    expect(editsIn({ edits: [told] }).edits.map(toDemand)).toEqual([{ trigger: 'compact_threshold', fromTokens: 60_000 }]);
    expect(demandOf({ type: 'compact_20260112' })).toEqual({ trigger: 'compact_threshold' });
  });

  it("is refused in Claude's wrapper, too, where it is another, and a wrapper without edits", () => {
    for (const edit of [{ type: 'clear_tool_uses_20250919', keep: null }, { type: 'compaction', trigger: null }, { keep: 'all' }])
      expect(() => editsIn({ edits: [edit] })).toThrow();
    expect(() => editsIn({ edits: [] })).toThrow();
  });

  it("is OpenAI's threshold", () => {
    expect(demandOf({ type: 'compaction', compact_threshold: 200_000 })).toEqual({ trigger: 'compact_threshold', fromTokens: 200_000 });
  });

  it('has null where nothing is said, as the types of both vendors allow', () => {
    const claude: BetaClearToolUses20250919Edit = {
      type: 'clear_tool_uses_20250919',
      clear_at_least: null,
      exclude_tools: null,
      clear_tool_inputs: null,
    };
    expect(demandOf(claude)).toEqual(demandOf({ type: 'clear_tool_uses_20250919' }));
    const openai: ResponseCreateParams.ContextManagement = { type: 'compaction', compact_threshold: null };
    expect(demandOf(openai)).toEqual({ trigger: 'compact_threshold' });
    expect(demandOf({ type: 'compaction' })).toEqual({ trigger: 'compact_threshold' });
  });

  it('names the tools whose calls are cleared', () => {
    const edit: BetaClearToolUses20250919Edit = { type: 'clear_tool_uses_20250919', clear_tool_inputs: ['grep', 'search'] };
    expect(demandOf(edit).clearToolUses).toMatchObject({ clearToolInputs: ['grep', 'search'] });
  });

  it.each([
    { type: 'clear_tool_uses' },
    { type: 'compaction', compact_threshold: '9' },
    { type: 'clear_tool_uses_20250919', keep: { type: 'turns', value: 1 } },
    { type: 'clear_tool_uses_20250919', keep: null },
    { type: 'clear_tool_uses_20250919', trigger: null },
    { type: 'clear_tool_uses_20250919', trigger: [{ type: 'tool_uses', value: 1 }] },
    { type: 'clear_tool_uses_20250919', clear_tool_inputs: 'grep' },
    { type: 'clear_tool_uses_20250919', clear_tool_inputs: [1] },
  ])('is refused where it is another: %j', (edit) => expect(() => demandOf(edit)).toThrow());
});
