import type { SessionEntry, SessionState } from '../../session/session-state.ts';

/** Parameters of clearing tool uses, as in Claude's `clear_tool_uses_20250919`. Source: C12. */
export interface ClearToolUses {
  /** Below these numbers nothing is cleared. */
  readonly fromTokens?: number;
  readonly fromToolUses?: number;
  /** Number of newest calls that stay, with their results. */
  readonly keepToolUses: number;
  /** If less than this could be cleared, nothing is. */
  readonly atLeastTokens?: number;
  /** Names of tools whose calls and results stay. */
  readonly excludeTools: readonly string[];
  /** True when calls are cleared too, or the tools whose calls are; otherwise calls stay and their results become previews. */
  readonly clearToolInputs: boolean | readonly string[];
}

const isToolUse = ({ kind }: SessionEntry): boolean => kind === 'tool_call' || kind === 'tool_result';

/** Returns the calls in the window. */
export function toolUses({ entries }: Pick<SessionState, 'entries'>): SessionEntry[] {
  return entries.filter(({ kind }) => kind === 'tool_call');
}

/** Returns true where the names of tools decide what is cleared. */
export function asksForNames({ excludeTools, clearToolInputs }: ClearToolUses): boolean {
  return excludeTools.length > 0 || Array.isArray(clearToolInputs);
}

/**
 * Returns the ids of calls and results that must stay: the newest, those of excluded tools, and calls of tools whose
 * results alone are cleared. `nameOf` returns the tool of a call by event id.
 */
export function keptToolUses(
  state: Pick<SessionState, 'entries'>,
  { keepToolUses, excludeTools, clearToolInputs }: ClearToolUses,
  nameOf: (eventId: string) => string | undefined,
): Set<string> {
  const calls = toolUses(state);
  const excluded = new Set(excludeTools);
  const newest = new Set(keepToolUses === 0 ? [] : calls.slice(-keepToolUses));
  const kept = calls.filter((call) => newest.has(call) || excluded.has(nameOf(call.id) ?? ''));
  const atoms = new Set(kept.map(({ atom }) => atom));
  const cleared = typeof clearToolInputs === 'boolean' ? undefined : new Set(clearToolInputs);
  const isLeft = ({ id, kind }: SessionEntry): boolean => kind === 'tool_call' && cleared?.has(nameOf(id) ?? '') === false;
  return new Set(state.entries.filter((entry) => isToolUse(entry) && (atoms.has(entry.atom) || isLeft(entry))).map(({ id }) => id));
}
