import { MODEL_OUTPUT_KINDS } from '../../event/kind-rules.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { FRAMING_TOKENS } from '../../window/render-entry.ts';

/**
 * Finds the results that the model has not seen yet, by event id: those of its last response and those behind it. Answers
 * of recall and open come first, then the smallest, as many as one turn's pulls may bring; a result that does not fit is
 * left out. Empty where the model said something since.
 */
export function unreadResults({ entries }: Pick<SessionState, 'entries'>, { budgets }: SessionPolicy): ReadonlySet<string> {
  const pulls = new Set(entries.flatMap(({ isPull, callId }) => (isPull === true ? [callId] : [])));
  const isOther = (entry: SessionEntry): number => (entry.isRecall === true || pulls.has(entry.callId) ? 0 : 1);
  const unread = resultsBehindOutput(entries).sort((a, b) => isOther(a) - isOther(b) || a.tokens.whole - b.tokens.whole);
  return thatFit(unread, budgets.pullCalls * (budgets.pullMax + FRAMING_TOKENS));
}

/**
 * Finds the user's messages with pictures that the model has not seen yet, by event id: a preview has no picture. The
 * newest come first, as many as the budgets of the tail and of the user's messages take together; a message that does
 * not fit is left out.
 */
export function unreadPictures({ entries }: Pick<SessionState, 'entries'>, { budgets }: SessionPolicy): ReadonlySet<string> {
  const behind = entries.slice(entries.findLastIndex(isOutput) + 1);
  const pictured = behind.filter(({ kind, tokens }) => kind === 'user_message' && tokens.stripped < tokens.whole);
  return thatFit(pictured.toReversed(), budgets.tail + budgets.user);
}

function thatFit(entries: readonly SessionEntry[], roomTokens: number): ReadonlySet<string> {
  let room = roomTokens;
  const kept = new Set<string>();
  for (const { id, tokens } of entries) {
    if (tokens.whole > room) continue;
    room -= tokens.whole;
    kept.add(id);
  }
  return kept;
}

function isOutput({ kind }: SessionEntry): boolean {
  return MODEL_OUTPUT_KINDS.has(kind);
}

function resultsBehindOutput(entries: readonly SessionEntry[]): SessionEntry[] {
  const last = entries.findLastIndex(isOutput);
  const response = entries[last]?.turn;
  return entries.filter((entry, at) => entry.kind === 'tool_result' && (at > last || entry.turn === response));
}
