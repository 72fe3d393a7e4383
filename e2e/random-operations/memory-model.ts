import type { EventWire, NewEventWire } from '@total-recall/client';
import { emptyFacts, type FactsModel } from './facts-model.ts';

/** An event that was acknowledged, as its writer knows it. */
export interface KnownEvent {
  readonly id: string;
  readonly session: string;
  readonly kind: EventWire['kind'];
  /** Text as it was sent; absent where the service wrote it around the mark. */
  readonly text?: string;
  /**
   * A word that only it has, with what the service copied from it, and what others wrote of it. Empty where it says
   * nothing of its own, as a result of recall.
   */
  readonly mark: string;
  /** Day of the model on which it came. */
  readonly day: number;
  /** Data subject that it bears. */
  readonly subject?: string;
  /** Text of the file that it brings. */
  readonly file?: string;
  /**
   * Arguments of a call that repeat the mark of another event. A model wrote them in words of its own, so they stay when
   * that event is erased; the result of the call goes with it, as the service copied it there.
   */
  readonly arguments?: string;
  /** Events that it quotes, as a result of recall. */
  readonly quotes?: readonly string[];
  /** Report of an executor that it repeats in the session above. */
  readonly copyOf?: string;
  isErased: boolean;
}

export interface Append {
  readonly session: string;
  readonly source: string;
  readonly events: readonly NewEventWire[];
  readonly ids: readonly string[];
}

/** A call without a result so far. */
export interface OpenCall {
  readonly session: string;
  readonly id: string;
}

/** A subtask, by the session of its executor. */
export interface Subtask {
  readonly planner: string;
  readonly session: string;
  readonly packet: {
    readonly subtaskId: string;
    readonly objective: string;
    readonly constraints: string[];
    readonly keyEventRefs: string[];
  };
  readonly access: 'space' | 'run' | 'none';
  readonly run: string;
  readonly level: number;
  /** The event of the planner that hands it over. */
  readonly packetId: string;
  /** The events that the executor's session begins with. */
  readonly firstIds: readonly string[];
  /** Events of the planner with reports on it, the latest first. */
  readonly reports: { readonly eventId: string; readonly status: string; readonly summary: string }[];
}

/** Events that a legal hold keeps. A hold with a name alone keeps everything of the space. */
export interface Hold {
  readonly id: string;
  readonly eventIds?: readonly string[];
  readonly session?: string;
  readonly subject?: string;
}

export interface RetentionRule {
  readonly kinds?: Exclude<EventWire['kind'], 'compaction'>[];
  readonly maxAgeDays: number;
}

export type Scope = 'read' | 'write' | 'admin' | 'erase' | 'hold' | 'audit';

export interface KnownKey {
  readonly id: string;
  readonly apiKey: string;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[];
  /** Place of the key that made it, in the list of keys. */
  readonly madeBy?: number;
  isRevoked: boolean;
}

export interface OtherTenant {
  readonly id: string;
  readonly apiKey: string;
  /** Words that only its events have. */
  readonly marks: string[];
  state: 'enabled' | 'disabled' | 'removed';
}

/** All that was said and decided, so that every answer of the service can be compared with it. A plain value, so that it can be copied. */
export interface MemoryModel {
  /** Names of sessions that may be spoken in, or were. */
  readonly names: string[];
  readonly sessions: Map<string, KnownEvent[]>;
  readonly erasedSessions: Set<string>;
  /** Last erasure of each data subject, by which a repeat of it is answered. */
  readonly subjectErasures: Map<string, string>;
  readonly appends: Append[];
  readonly openCalls: OpenCall[];
  /** Parents of sessions that were forked. */
  readonly forks: Map<string, { readonly session: string; readonly source: string; readonly sequence: number }>;
  readonly subtasks: Map<string, Subtask>;
  /** Version of the task state of each session that has one. */
  readonly plans: Map<string, number>;
  readonly facts: FactsModel;
  readonly holds: Hold[];
  retention: readonly RetentionRule[];
  readonly keys: KnownKey[];
  readonly tenants: OtherTenant[];
  /** Windows as of a turn that were seen, with what must not have happened since for them to be the same. */
  readonly former: Map<string, { readonly era: number; readonly bytes: string }>;
  /** Raised by everything that may change former windows: erasures, policies, facts, pins. */
  era: number;
  /** Last number of a mark, and of all else that has a name of its own. */
  counter: number;
  day: number;
}

export function createMemoryModel(): MemoryModel {
  return {
    names: ['alpha', 'beta', 'gamma'],
    sessions: new Map(),
    erasedSessions: new Set(),
    subjectErasures: new Map(),
    appends: [],
    openCalls: [],
    forks: new Map(),
    subtasks: new Map(),
    plans: new Map(),
    facts: emptyFacts(),
    holds: [],
    retention: [],
    keys: [],
    tenants: [],
    former: new Map(),
    era: 0,
    counter: 0,
    day: 0,
  };
}

export function allEvents(model: MemoryModel): KnownEvent[] {
  return [...model.sessions.values()].flat();
}

export function unerasedEvents(model: MemoryModel): KnownEvent[] {
  return allEvents(model).filter(({ isErased }) => !isErased);
}

/** Events of these whose marks may not be shown any more: they have one, and no event that is left repeats it in its own words. */
export function silenced(model: MemoryModel, gone: readonly KnownEvent[]): KnownEvent[] {
  const left = unerasedEvents(model);
  return gone.filter(
    ({ id, mark }) => mark !== '' && !left.some((event) => event.id !== id && `${event.text} ${event.arguments}`.includes(mark)),
  );
}

export function addEvents(model: MemoryModel, session: string, events: readonly KnownEvent[]): void {
  model.sessions.set(session, [...(model.sessions.get(session) ?? []), ...events]);
}

/** Returns a word that was never used. */
export function newMark(model: MemoryModel): string {
  return markOf((model.counter += 1));
}

export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}

const WORDS =
  'harbour lantern copper violet meadow engine ladder pepper marble window thunder basket river orchard saddle candle bottle anchor forest mirror'.split(
    ' ',
  );

/** A number as a word that nothing else has, and that no analyser shortens. */
export function markOf(number: number): string {
  return `zq${number.toString(36)}x${((number * 7_919) % 1_296).toString(36)}`;
}

/** Text of some length with a mark in its middle; without words only the mark. */
export function textWith(mark: string, words: number, seed: number): string {
  const list = Array.from({ length: words }, (_, at) => WORDS[(seed * 31 + at * 7 + ((at * at) % 11)) % WORDS.length]!);
  list.splice(Math.floor(words / 2), 0, mark);
  return list.map((word, at) => (at > 0 && at % 17 === 0 ? `${word}.\n` : word)).join(' ');
}
