import type { NewEventWire } from '@total-recall/client';

/** An event that was acknowledged, as its writer knows it. */
export interface KnownEvent {
  readonly id: string;
  readonly session: string;
  readonly kind: NewEventWire['kind'];
  readonly text: string;
  /** A word that no other event has. */
  readonly mark: string;
  isErased: boolean;
}

export interface Append {
  readonly session: string;
  readonly source: string;
  readonly events: readonly NewEventWire[];
  readonly ids: readonly string[];
}

/** All that was said and decided, so that every answer of the service can be compared with it. */
export interface MemoryModel {
  readonly sessions: Map<string, KnownEvent[]>;
  readonly erasedSessions: Set<string>;
  readonly appends: Append[];
  /** The current value of each attribute. */
  readonly values: Map<string, { readonly factId: string; readonly value: string }>;
  /** Decisions of persons that can be undone, the last one at the end, with the value before. */
  readonly decisions: {
    readonly entryId: string;
    readonly attribute: string;
    readonly before: { readonly factId: string; readonly value: string } | undefined;
  }[];
  /** Windows as of a turn that were seen, with what must not have happened since for them to be the same. */
  readonly former: Map<string, { readonly era: number; readonly bytes: string }>;
  /** Raised by everything that may change former windows: erasures, policies, facts, pins. */
  era: number;
  counter: number;
}

export function createMemoryModel(): MemoryModel {
  return {
    sessions: new Map(),
    erasedSessions: new Set(),
    appends: [],
    values: new Map(),
    decisions: [],
    former: new Map(),
    era: 0,
    counter: 0,
  };
}

export const SESSIONS = ['alpha', 'beta', 'gamma'] as const;

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

export function allEvents(model: MemoryModel): KnownEvent[] {
  return [...model.sessions.values()].flat();
}

export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}
