import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { jsonLeaves } from '../../event/json-leaves.ts';

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
  if (kind === 'task_state') return body.taskState === undefined ? fullText : [...jsonLeaves(body.taskState)].join('\n');
  const written = body.call?.arguments;
  if (kind !== 'tool_call' || written === undefined) return fullText;
  return `${fullText}\n${argumentText(written)}`;
}

function argumentText(json: string): string {
  try {
    return [...jsonLeaves(JSON.parse(json))].join('\n');
  } catch {
    return json;
  }
}
