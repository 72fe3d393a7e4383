import type { UnitLink } from './unit-link.ts';
import type { UnitStatus } from './unit-status.ts';

/** Kinds of units that are made of events or of other units. Source: 002 §8.1. */
export const GROUP_KINDS = ['episode', 'topic', 'insight'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** Every kind of unit. */
export const UNIT_KINDS = ['fact', ...GROUP_KINDS] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** An event of an episode. */
export interface GroupEvent {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  /** Epoch milliseconds at which it occurred. */
  readonly at: number;
}

/** Most events of an episode, and most members of a topic or an insight. */
export const MOST_EVENTS = 64;
export const MOST_MEMBERS = 64;

/**
 * A group as the ledger knows it: which events or units it is made of. What it says is read from them, so that it is
 * erased with them.
 */
export interface NewGroup {
  /** Its kind, a colon, and the first event or member: `episode:01J...`. */
  readonly id: string;
  readonly kind: GroupKind;
  /** Keyed hash of the person to whom alone it is shown; absent where everybody who may read the space sees it. */
  readonly audience?: string;
  /** Events of an episode, in the order of its session; empty for other kinds. */
  readonly events: readonly GroupEvent[];
  /** Ids of the episodes of a topic, or of the facts and episodes of an insight; empty for episodes. */
  readonly members: readonly string[];
  /** Keyed hashes of its words, those that tell most first. Absent once an event that gave them was erased. */
  readonly marks?: readonly string[];
}

export interface Group extends NewGroup {
  /** Time of its first event; for a topic or an insight, that of its first member. */
  readonly knownAt: number;
  readonly byPerson: boolean;
  /** Present once an agent has decided about it. */
  readonly byAgent?: true;
  /** Number of the ledger entry that added it. */
  readonly addedBy: number;
  readonly status: UnitStatus;
  readonly links?: readonly UnitLink[];
}
