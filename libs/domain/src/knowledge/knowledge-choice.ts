import type { FactLabel } from '../unit/unit.ts';

/**
 * Bounds of the facts that a window shows, beside its budget: facts, units looked at for them, characters of a line, and
 * events of a session that are read to learn whose it is.
 */
export const KNOWLEDGE_LIMITS = { facts: 64, candidates: 192, lineChars: 300, namingEvents: 4_000 } as const;

/** A fact that a window shows, by where it is stated. It holds no content: what it says is read from its event. */
export interface ChosenFact {
  /** Id of the unit. */
  readonly unit: string;
  readonly label: FactLabel;
  readonly eventId: string;
  /** Place of the event, for the reference that `open` takes. */
  readonly session: string;
  readonly ordinal: number;
  /** Range of the sentence in the event's text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/**
 * The facts that the windows of a session show from one compaction to the next, or from its beginning on. It is recorded
 * in the log of the session, so that the same log gives the same windows and prompt caches stay valid. An empty one says
 * that nothing is shown any more.
 */
export interface KnowledgeChoice {
  /** The most important first. */
  readonly facts: readonly ChosenFact[];
  /** Facts for the same reader that found no room. */
  readonly left: number;
  /** Tokens of the block in the family of the policy at that time. */
  readonly tokens: number;
  /** Keyed hash of the one person whom the session's events name; facts that are private to that person are among these. */
  readonly audience?: string;
  /** True where the session's events name several persons, or may do so: nobody's private facts are shown then. */
  readonly isShared?: boolean;
  /** Ordinal up to which the session's events were read for the persons that they name. */
  readonly namedThrough: number;
}

/** Reference of a choice in a session state. */
export interface KnowledgeRef {
  /** Event that holds it: a compaction, or the choice at the session's beginning. */
  readonly eventId: string;
  readonly tokens: number;
}
