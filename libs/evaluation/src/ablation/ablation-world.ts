import type { NewEvent, TaskStateFields } from '@total-recall/domain';
import type { SeededRandom } from '../seeded-random.ts';
import type { AblationEvent } from './ablation-trace.ts';

/** A statement of an event about a fact. Only the generator knows it; no reader is told. */
export interface Mention {
  readonly key: string;
  readonly task: string;
  readonly fact: string;
  /** An answer states the fact; talk only uses its words. */
  readonly role: 'answer' | 'talk';
  /** Premises of the task at the time of the statement. */
  readonly premises: Readonly<Record<string, string>>;
}

/** Events generated in one space so far. */
export interface AblationWorld {
  readonly random: SeededRandom;
  readonly events: readonly AblationEvent[];
  readonly mentions: readonly Mention[];
  /** Name of the replacing event, by the name of the replaced one. */
  readonly supersededBy: ReadonlyMap<string, string>;
  chance(share: number): boolean;
  /** Advances the clock. Seconds pass between two events of one piece of work, hours between two pieces. */
  pass(ms: number): void;
  say(session: string, event: Omit<NewEvent, 'taskState' | 'occurredAt'>, mention?: Omit<Mention, 'key'>, supersedes?: string): string;
  setState(session: string, fields: TaskStateFields, keyEvents?: readonly string[]): void;
  nextCall(name: string): { id: string; name: string };
}

export const HOUR_MS = 3_600_000;

/** Creates an empty space. Times count from 0; the writer of the events shifts them. */
export function createWorld(random: SeededRandom): AblationWorld {
  const events: AblationEvent[] = [];
  const mentions: Mention[] = [];
  const supersededBy = new Map<string, string>();
  let now = 0;
  let calls = 0;
  return {
    random,
    events,
    mentions,
    supersededBy,
    chance: (share) => random.next() < share,
    pass(ms) {
      now += ms;
    },
    say(session, event, mention, supersedes) {
      now += 2_000 + random.below(60_000);
      const key = `e${events.length + 1}`;
      const messageId = event.kind === 'agent_message' ? { messageId: `m-${key}` } : {};
      events.push({ key, session, event: { ...messageId, ...event, occurredAt: now }, ...(supersedes && { supersedes: [supersedes] }) });
      if (mention) mentions.push({ key, ...mention });
      if (supersedes) supersededBy.set(supersedes, key);
      return key;
    },
    setState(session, fields, keyEvents) {
      now += 1_000;
      const key = `e${events.length + 1}`;
      events.push({ key, session, event: { kind: 'task_state', occurredAt: now, fields }, ...(keyEvents && { keyEvents }) });
    },
    nextCall: (name) => ({ id: `call-${(calls += 1)}`, name }),
  };
}
