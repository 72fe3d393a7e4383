import { MODEL_OUTPUT_KINDS, type NewEvent } from '@total-recall/domain';

/**
 * Splits a session's events into the steps in which an agent loop would have appended them: a user message with the
 * notes around it, or one model response with its results. Every event is in exactly one step, in order.
 */
export function splitTurns(events: readonly NewEvent[]): NewEvent[][] {
  const turns: NewEvent[][] = [];
  let current: NewEvent[] = [];
  for (const event of events) {
    if (current.length > 0 && startsTurn(current, event)) {
      turns.push(current);
      current = [];
    }
    current.push(event);
  }
  if (current.length > 0) turns.push(current);
  return turns;
}

function startsTurn(current: readonly NewEvent[], event: NewEvent): boolean {
  const last = current.at(-1)!;
  // A task state may refer to earlier events, so these must have their ids first.
  if (event.kind === 'user_message' || event.kind === 'task_state') return true;
  if (!MODEL_OUTPUT_KINDS.has(event.kind)) return false;
  if (!MODEL_OUTPUT_KINDS.has(last.kind))
    return event.messageId === undefined || !current.some((other) => other.messageId === event.messageId);
  return event.messageId !== last.messageId;
}
