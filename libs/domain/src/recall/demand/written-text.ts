import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';

/** Kinds that an agent writes itself. */
export const AGENT_KINDS: ReadonlySet<EventKind> = new Set<EventKind>([
  'agent_message',
  'thinking',
  'tool_call',
  'decision',
  'delegation',
  'report',
  'task_state',
]);

/** What an event says, as words to compare: the arguments of a call as the values they stand for, not as JSON. */
export function writtenText(kind: EventKind, body: EventBody, fullText: string): string {
  if (kind === 'task_state') return body.taskState === undefined ? fullText : leavesOf(body.taskState).join('\n');
  const written = body.call?.arguments;
  if (kind !== 'tool_call' || written === undefined) return fullText;
  return `${fullText}\n${argumentText(written)}`;
}

function argumentText(json: string): string {
  try {
    return leavesOf(JSON.parse(json) as unknown).join('\n');
  } catch {
    return json;
  }
}

/** Strings and numbers of a JSON value in order, without a stack. */
function leavesOf(value: unknown): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    if (typeof next === 'string' || typeof next === 'number') leaves.push(String(next));
    else if (typeof next === 'object' && next !== null) open.push(...Object.values(next).toReversed());
  }
  return leaves;
}
