import type { EventMetadata, NewEvent } from '@total-recall/domain';
import type { SeededRandom } from './seeded-random.ts';

/** Writes the events of one session in order. */
export interface TraceScript {
  readonly events: readonly NewEvent[];
  /** Adds the next event, up to 20 s later, and returns its number, counted from 1. */
  add(event: NewEvent): number;
  /** Begins a message of the model and returns its number, counted from 1. */
  nextMessage(): number;
  /** Adds text to the model's present message. */
  say(text: string): void;
}

/**
 * Creates a script. `meta` is on every event; the event's own metadata wins. Task states carry no sequence, because
 * they are not appended.
 */
export function createTraceScript(random: SeededRandom, meta: EventMetadata, firstTime: number): TraceScript {
  const events: NewEvent[] = [];
  let now = firstTime + random.below(86_400_000);
  let messages = 0;
  let sequence = 0;
  const add = (event: NewEvent): number => {
    now += 500 + random.below(20_000);
    const own = event.kind === 'task_state' ? {} : { sequence: (sequence += 1) };
    events.push({ ...event, occurredAt: now, ...own, meta: { ...meta, ...event.meta } });
    return events.length;
  };
  return {
    events,
    add,
    nextMessage: () => (messages += 1),
    say: (text) => void add({ kind: 'agent_message', text, messageId: `message-${messages}` }),
  };
}
