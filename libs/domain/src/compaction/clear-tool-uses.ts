import type { SessionEntry, SessionState } from '../session/session-state.ts';

/** What a clear of tool uses may take, as Claude's `clear_tool_uses_20250919` says it. Source: C12. */
export interface ClearToolUses {
  /** Nothing is cleared below these. */
  readonly fromTokens?: number;
  readonly fromToolUses?: number;
  /** The newest calls, with their results, that stay. */
  readonly keepToolUses: number;
  /** Less than this is not worth it. */
  readonly atLeastTokens?: number;
  /** Names of tools whose calls and results stay. */
  readonly excludeTools: readonly string[];
  /** Whether calls go too; else they stay, with their results as previews. */
  readonly clearToolInputs: boolean;
}

const isToolUse = ({ kind }: SessionEntry): boolean => kind === 'tool_call' || kind === 'tool_result';

/** Calls that stand in the window. */
export function toolUses({ entries }: Pick<SessionState, 'entries'>): SessionEntry[] {
  return entries.filter(({ kind }) => kind === 'tool_call');
}

/** Ids of calls and results that are not to be touched: the newest, and those of tools that are left out. `nameOf`: the tool of a call, by event id. */
export function keptToolUses(
  state: Pick<SessionState, 'entries'>,
  { keepToolUses, excludeTools }: ClearToolUses,
  nameOf: (eventId: string) => string | undefined,
): Set<string> {
  const calls = toolUses(state);
  const excluded = new Set(excludeTools);
  const newest = new Set(keepToolUses === 0 ? [] : calls.slice(-keepToolUses));
  const kept = calls.filter((call) => newest.has(call) || excluded.has(nameOf(call.id) ?? ''));
  const atoms = new Set(kept.map(({ atom }) => atom));
  return new Set(state.entries.filter((entry) => isToolUse(entry) && atoms.has(entry.atom)).map(({ id }) => id));
}
