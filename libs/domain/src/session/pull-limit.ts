import { OPEN_TOOL, RECALL_TOOL } from '../window/recall-tool.ts';
import type { ToolCall } from '../event/event-body.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/** Whether a call is one of the tools that bring something back into the window. A caller may have an `open` of his own: ours names a `ref`. */
export function isPullCall({ name, arguments: args = '' }: ToolCall): boolean {
  return name === RECALL_TOOL.name || (name === OPEN_TOOL.name && /"ref"\s*:/.test(args));
}

/**
 * Whether one more pull would be over the bound of the turn, by the log alone: the call that is named stands behind `pullCalls` others of its
 * turn, or none is named while the newest turn has that many answered and one still open. A pull that no call of the log stands for is
 * never over it: who asks without a model is not counted. Nor is a call whose result is an error: it brought nothing. Source: R1.
 */
export function isOverPulls({ entries, turn }: Pick<SessionState, 'entries' | 'turn'>, pullCalls: number, callId?: string): boolean {
  const pulls = entries.filter((entry) => entry.isPull === true);
  const named = callId === undefined ? undefined : pulls.findLast((entry) => entry.callId === callId);
  const failed = new Set(entries.filter((entry) => entry.isError === true).map(answerKey));
  if (callId !== undefined) return named !== undefined && countBefore(pulls, named, failed) >= pullCalls;
  const newest = pulls.filter((entry) => entry.turn === turn && !failed.has(answerKey(entry)));
  const answered = newest.filter((entry) => entry.call === 'answered').length;
  return answered >= pullCalls && newest.some((entry) => entry.call === 'open');
}

/** A result stands in the atom of its call. */
const answerKey = ({ atom, callId }: SessionEntry): string => `${atom} ${callId}`;

/** Calls of its turn before a call that brought something, or still may. */
function countBefore(pulls: readonly SessionEntry[], call: SessionEntry, failed: ReadonlySet<string>): number {
  return pulls.filter((entry) => entry.turn === call.turn && entry.ordinal < call.ordinal && !failed.has(answerKey(entry))).length;
}
