import type { EventBody } from '../../event/event-body.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { jsonLeaves } from '../../event/json-leaves.ts';

/** Returns the text of an event for comparison: a call's arguments as their values, not as JSON. */
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
