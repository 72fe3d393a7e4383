import { OPEN_CALL_TURNS } from './session-limits.ts';
import type { SessionState } from './session-state.ts';

/**
 * Returns the index of an entry that no open call stands before. Entries come in order of their turns, all but results,
 * which have that of their call, and a call that is `OPEN_CALL_TURNS` behind was closed. So a fold looks at the newest
 * entries alone, however many there are.
 */
export function firstOpenCall({ entries, turn }: Pick<SessionState, 'entries' | 'turn'>): number {
  let at = entries.length;
  for (; at > 0; at -= 1) {
    const entry = entries[at - 1]!;
    if (entry.kind !== 'tool_result' && entry.turn <= turn - OPEN_CALL_TURNS) break;
  }
  return at;
}
