import type { SessionState } from '../../session/session-state.ts';
import { entryTokens } from '../tokens/entry-tokens.ts';

/** Finds the first turn of the tail: at most `tailTurns` turns and `tailTokens` tokens, but at least the last turn. */
export function tailStart(state: Pick<SessionState, 'entries' | 'turn'>, tailTurns: number, tailTokens: number): number {
  let start = Math.max(state.turn, 1);
  const lowest = start - tailTurns + 1;
  const perTurn = new Map<number, number>();
  for (const entry of state.entries) {
    if (entry.turn >= lowest) perTurn.set(entry.turn, (perTurn.get(entry.turn) ?? 0) + entryTokens(entry));
  }
  let tokens = perTurn.get(start) ?? 0;
  for (let turn = start - 1; turn >= Math.max(lowest, 1); turn--) {
    tokens += perTurn.get(turn) ?? 0;
    if (tokens > tailTokens) break;
    start = turn;
  }
  return start;
}
