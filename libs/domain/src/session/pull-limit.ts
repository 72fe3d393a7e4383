import { OPEN_TOOL, RECALL_TOOL } from '../window/recall-tool.ts';
import type { ToolCall } from '../event/event-body.ts';
import type { SessionEntry, SessionState } from './session-state.ts';

/**
 * Name of a tool behind the prefix that an MCP host gives it, where the server is named as `install` names it:
 * `mcp__total-recall__recall`, `mcp_total-recall_recall`, `total-recall.recall`.
 */
const OF_HOST = /^(?:[\w-]{1,64}[^A-Za-z0-9])?total[-_]?recall[^A-Za-z0-9]{1,4}([a-z]{1,16})$/i;
/** Name that the proxy gives a tool where the caller has one of its own name. */
const OF_PROXY = /^(?:memory_){1,8}([a-z]{1,16})$/;

/**
 * Returns true for a call of the service's tools that bring content back into the window, by its name alone; one that an
 * answer of recall or open answers is a pull too. A caller may have a tool `open`; the service's has a `ref`.
 */
export function isPullCall({ name: given, arguments: args = '' }: ToolCall): boolean {
  const name = (OF_HOST.exec(given) ?? OF_PROXY.exec(given))?.[1] ?? given;
  return name === RECALL_TOOL.name || (name === OPEN_TOOL.name && /"ref"\s*:/.test(args));
}

/**
 * Decides from the log whether a pull exceeds the turn's limit: the named call has `pullCalls` others of its turn
 * before it, or, where no call is named, the newest turn has that many answered and one still open. A pull without a
 * call in the log never exceeds the limit, because no model asked. Calls whose result is an error do not count: they
 * brought nothing. Source: R1.
 */
export function exceedsPullLimit({ entries, turn }: Pick<SessionState, 'entries' | 'turn'>, pullCalls: number, callId?: string): boolean {
  // The call that a pull is made for is one, whatever a host names it.
  const named = callId === undefined ? undefined : entries.findLast((entry) => entry.kind === 'tool_call' && entry.callId === callId);
  const pulls = entries.filter((entry) => entry.isPull === true);
  const failed = new Set(entries.filter((entry) => entry.isError === true).map(answerKey));
  if (callId !== undefined) return named !== undefined && countBefore(pulls, named, failed) >= pullCalls;
  const newest = pulls.filter((entry) => entry.turn === turn && !failed.has(answerKey(entry)));
  const answered = newest.filter((entry) => entry.call === 'answered').length;
  return answered >= pullCalls && newest.some((entry) => entry.call === 'open');
}

/** Returns the refusal of a call beyond the limit, written for the model to act on. */
export function pullLimitText(pullCalls: number): string {
  const most = pullCalls === 1 ? 'one call' : `${pullCalls} calls`;
  return (
    `A turn may make ${most} of recall and open together, and this is one more. Use what came back, put several queries into ` +
    'one recall, or call again in the next turn.'
  );
}

/** Builds a key for a call and its result, which share an atom. */
export const answerKey = ({ atom, callId }: Pick<SessionEntry, 'atom' | 'callId'>): string => `${atom} ${callId}`;

/** Counts earlier calls of the turn that brought something or still may. */
function countBefore(pulls: readonly SessionEntry[], call: SessionEntry, failed: ReadonlySet<string>): number {
  return pulls.filter((entry) => entry.turn === call.turn && entry.ordinal < call.ordinal && !failed.has(answerKey(entry))).length;
}
