import type { EventMetadata, NewEvent } from '@total-recall/domain';
import type { SeededRandom } from './seeded-random.ts';

/** The events of one session, written one after the other. */
export interface TraceScript {
  readonly events: readonly NewEvent[];
  /** Adds what happens next, up to 20 s later. The number of the event, from 1. */
  add(event: NewEvent): number;
  /** Begins a message of the model. Its number, from 1. */
  nextMessage(): number;
  /** What the model says in its present message. */
  say(text: string): void;
}

/** `meta` is on every event, below what the event itself says. Task states carry no sequence: they are no appends. */
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
