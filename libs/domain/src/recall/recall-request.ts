import type { EventKind } from '../event/event-kind.ts';
import type { GroupKind } from '../unit/group.ts';
import type { Granularity } from './granularity.ts';
import type { EscalationReason } from './confidence/reformulate.ts';

/** Limits a recall to a part of a space. */
export interface RecallScope {
  /** `session` and `task` limit it to the caller's own; `space` is the default. */
  readonly within?: 'session' | 'task' | 'agent' | 'space';
  readonly sessions?: readonly string[];
  readonly kinds?: readonly EventKind[];
  readonly agents?: readonly string[];
  readonly taskIds?: readonly string[];
  /** Epoch milliseconds, both ends included. */
  readonly fromTime?: number;
  readonly toTime?: number;
  /**
   * Leaves out events with any of these labels; with `redactSensitive` they are shown without their text. Redaction
   * without a list withholds every labelled event.
   */
  readonly excludeSensitivity?: readonly string[];
  readonly redactSensitive?: boolean;
}

export interface RecallRequest {
  readonly tenant: string;
  readonly space: string;
  /** The asking session, whose task state conditions the answer. */
  readonly session?: string;
  readonly queries: readonly string[];
  /** Token budget of the answer; the policy's where absent, never more than that. */
  readonly budgetTokens?: number;
  /** Number of ranked hits to list, 1..100; 10 where absent. */
  readonly limit?: number;
  readonly scope?: RecallScope;
  /** Id of the model's call that this answers, as it was appended. */
  readonly callId?: string;
  /** Covers everything up to this position; the log end where absent. */
  readonly after?: string;
  /** Counts superseded events in full; as the task state says where absent. */
  readonly history?: boolean;
  /** Answers as of this time, in epoch milliseconds: only from what had occurred by then. */
  readonly asOf?: number;
  /**
   * Asks what was true at this time, in epoch milliseconds: what states a fact of another time stands behind what states
   * the fact of then. Source: R17.
   */
  readonly validAt?: number;
  /** Id of an entry of the ledger: no decision after it hides, demotes or annotates anything. Source: R17. */
  readonly atEntry?: string;
  readonly explain?: boolean;
  /** Scope of the answer; chosen by the form of the queries, the task's phase and the budget where absent. */
  readonly granularity?: Granularity;
  /** The only data subjects whose private facts may bear on the answer; those of any where absent. */
  readonly subjects?: readonly string[];
  /** Ids of events to leave out because the reader has them already. */
  readonly without?: ReadonlySet<string>;
  /** Set when a window asks for its push pack, rather than an agent. */
  readonly pushed?: true;
}

/** The moment that an answer is about, where the request named one. */
export type RecallMoment = Pick<RecallRequest, 'asOf' | 'validAt' | 'atEntry'>;

/** When a fact is true that an event states, in epoch milliseconds; absent parts are unknown or still to come. */
export interface StatedValidity {
  readonly since?: number;
  /** Excluded. */
  readonly until?: number;
}

/** One ranked hit. Scores are comparable only within one answer. Its times are those of the fact that it states of the question. */
export interface RecallHit extends StatedValidity {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, as in the name `e184`. */
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly score: number;
  /**
   * The best passage, by its place in the event's text or artifact; without text where that is withheld or was not
   * read.
   */
  readonly passage?: { readonly artifactId?: string; readonly fromByte: number; readonly toByte: number; readonly text?: string };
  /** Reasons why it was a candidate. */
  readonly sources: readonly ('text' | 'exact' | 'neighbour' | 'key_event' | 'constraint' | 'pin' | 'vector')[];
  readonly superseded: boolean;
  /** True when the whole passage is in the answer. */
  readonly packed: boolean;
  /** Probability that this hit is right, 0..1; comparable between answers. Source: R5. */
  readonly confidence: number;
  /**
   * Parts of the `base` score in standard deviations, then the conditioning factors, each 1 without effect, and their
   * `product`; score = base + 1.5 x ln(product). Present with `explain`. Source: ADR 0010.
   */
  readonly factors?: Readonly<Record<string, number>>;
  /** Features of its confidence. Present with `explain`. */
  readonly evidence?: Readonly<Record<string, number>>;
}

/** A piece of evidence: verbatim text. Its times are those of the fact that its event states of the question, where that is shown. */
export interface Evidence extends StatedValidity {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, as in the name `e184`. */
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
  /** True where nobody knows when it was said: its time is that of its import. */
  readonly isUntimed?: true;
  readonly agent?: string;
  /** The call of a result, the speaker, or the kind of event. */
  readonly about: string;
  readonly text: string;
  readonly artifactId?: string;
  readonly fromByte: number;
  readonly toByte: number;
  /** True when the passage is the event's whole text. */
  readonly complete: boolean;
  readonly supersededBy?: string;
  /** A later event of the answer that gives another value for the same thing, by its name in the answer. */
  readonly updatedBy?: string;
  /** Since when what it says of the question is over, in epoch milliseconds; `isPart` where it says more than that. */
  readonly over?: { readonly since: number; readonly isPart: boolean };
  /** Exact strings of the event outside the shown part. Present where the whole event was asked for. */
  readonly alsoHolds?: readonly string[];
  readonly redacted?: boolean;
  /** The hit that brought it along: its call or result, its source, or the event that it corrects or supersedes. */
  readonly companionOf?: string;
}

/** A packed piece of evidence. */
export interface RecallPassage extends Evidence {
  readonly tokens: number;
  /** True for text that reads like an instruction to the model. It is shown with a warning. */
  readonly looksLikeInstruction: boolean;
}

export const RECALL_OUTCOMES = ['answered', 'unsure', 'nothing_found'] as const;

/** Likelihood that the answer's evidence is what was asked for: likely, possible, or unlikely. */
export type RecallOutcome = (typeof RECALL_OUTCOMES)[number];

/**
 * Reason why vectors took no part. `off`: disabled; `no_model`: not fetched yet, or unavailable; `no_vectors`: the
 * space has none yet; `slow`, `failed`: in this recall; `resting`: paused after being slow or failing several times.
 */
export type TextOnlyReason = 'off' | 'no_model' | 'no_vectors' | 'slow' | 'failed' | 'resting';

/** An evicted span with its topics. Expand it by the marker's id. */
export interface RecallMarker {
  readonly id: string;
  readonly session: string;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly topics: readonly string[];
  /** Text as the window shows it, without the tool that it names there. */
  readonly text: string;
}

/** A unit of several events that a thematic or strategic answer shows, with events that it was made of. */
export interface RecallOverview {
  /** Id of the unit. */
  readonly id: string;
  readonly kind: GroupKind;
  /** Words and sentences of its events, with the names of these. */
  readonly text: string;
  /** Those of its events that were read for it, in the order in which they were said; each can be opened. */
  readonly events: readonly { readonly eventId: string; readonly session: string; readonly ordinal: number }[];
}

/** Further queries tried because the first answer was weak. */
export interface RecallEscalation {
  readonly attempts: readonly {
    readonly queries: readonly string[];
    readonly reason: EscalationReason;
    /** Confidence of the answer with these queries added. */
    readonly confidence: number;
  }[];
  /** The last reason whose queries improved the answer; absent where none did. */
  readonly used?: EscalationReason;
}

export interface RecallAnswer {
  readonly retrievalId: string;
  readonly hits: readonly RecallHit[];
  readonly passages: readonly RecallPassage[];
  /** The passages wrapped as data for a model, within the budget. Source: 001 §11.3. */
  readonly rendered: string;
  readonly tokens: number;
  readonly budgetTokens: number;
  /** Signals that took part in the ranking. */
  readonly signals: readonly ('text' | 'vector')[];
  /** Reason why vectors took no part; absent where they did. */
  readonly textOnly?: TextOnlyReason;
  /** Probability that right evidence is among the first five hits, 0..1. */
  readonly confidence: number;
  /** Set where no constants were fitted for the vectors' model: `confidence` and `outcome` then use those for text. */
  readonly uncalibrated?: true;
  readonly outcome: RecallOutcome;
  readonly escalation?: RecallEscalation;
  readonly granularity: Granularity;
  /**
   * Markers of the asking session about the question, in time order. Present in a thematic answer, and shown in
   * `rendered` too.
   */
  readonly markers?: readonly RecallMarker[];
  /** Topics, episodes or insights about the question, most general first. Present where a thematic or strategic answer shows any. */
  readonly overviews?: readonly RecallOverview[];
  /** Features of the confidence. Present with `explain`. */
  readonly evidence?: Readonly<Record<string, number>>;
  /** Positions covered, joined by commas: the log ends at the time of the call, or those asked for by `after`. */
  readonly coveredTo: string;
  /** Share of the task state's key events within two hops of the pack; null where there are none. Source: 002 §5.5. */
  readonly completeness: number | null;
  readonly tookMs: number;
}
