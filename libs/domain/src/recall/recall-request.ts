import type { EventKind } from '../event/event-kind.ts';
import type { Granularity } from './granularity.ts';
import type { EscalationReason } from './confidence/reformulate.ts';

/** Which part of a space a recall may look at. */
export interface RecallScope {
  /** `session` and `task` narrow to the caller's own; `space` is the default. */
  readonly within?: 'session' | 'task' | 'agent' | 'space';
  readonly sessions?: readonly string[];
  readonly kinds?: readonly EventKind[];
  readonly agents?: readonly string[];
  readonly taskIds?: readonly string[];
  /** Epoch milliseconds, both ends included. */
  readonly fromTime?: number;
  readonly toTime?: number;
  /**
   * Events with any of these labels are left out; where `redactSensitive`, shown with their text withheld. Without a list it withholds
   * whatever has a label.
   */
  readonly excludeSensitivity?: readonly string[];
  readonly redactSensitive?: boolean;
}

export interface RecallRequest {
  readonly tenant: string;
  readonly space: string;
  /** The asking session: its task state conditions the answer. */
  readonly session?: string;
  readonly queries: readonly string[];
  /** Tokens of the answer; the policy's B_pull where absent, never more than that. */
  readonly budgetTokens?: number;
  /** Ranked hits to list, 1..100; 10 where absent. */
  readonly limit?: number;
  readonly scope?: RecallScope;
  /** Id of the model's call that this answers, as it was appended. */
  readonly callId?: string;
  /** Cover everything up to this position; the log end where absent. */
  readonly after?: string;
  /** Superseded events count in full; what the task state says of it where absent. */
  readonly history?: boolean;
  readonly explain?: boolean;
  /** What to draw the answer from; chosen by the form of the queries, the phase of the task and the budget where absent. */
  readonly granularity?: Granularity;
  /** Events that are left out: their reader has them. */
  readonly without?: ReadonlySet<string>;
  /** Asked by a window for its push pack, not by an agent. */
  readonly pushed?: true;
}

/** One ranked hit. Scores are comparable inside one answer only. */
export interface RecallHit {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, by which `e184` names it. */
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly score: number;
  /** Where in the event's text or artifact the best passage stands, and what it says; no text where that is withheld or was not read. */
  readonly passage?: { readonly artifactId?: string; readonly fromByte: number; readonly toByte: number; readonly text?: string };
  /** Why it was a candidate. */
  readonly sources: readonly ('text' | 'exact' | 'neighbour' | 'key_event' | 'constraint' | 'pin' | 'vector')[];
  readonly superseded: boolean;
  /** Whether that passage stands in the answer, whole. */
  readonly packed: boolean;
  /** Chance that this hit is right, 0..1; comparable between answers. Source: R5. */
  readonly confidence: number;
  /**
   * Where asked to explain: parts of the `base` score in deviations, then the factors that condition it, each 1 where it has no say, and their
   * `product`; score = base + 1.5 x ln(product) deviations. Source: ADR 0010.
   */
  readonly factors?: Readonly<Record<string, number>>;
  /** What its confidence was made of, where explained. */
  readonly evidence?: Readonly<Record<string, number>>;
}

/** One piece of evidence: verbatim text. */
export interface Evidence {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, by which `e184` names it. */
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly agent?: string;
  /** The call of a result, who speaks, or what the event is. */
  readonly about: string;
  readonly text: string;
  readonly artifactId?: string;
  readonly fromByte: number;
  readonly toByte: number;
  /** True where the passage is all of the event's text. */
  readonly complete: boolean;
  readonly supersededBy?: string;
  /** A later event of the answer that gives another value for the same thing, as it is named there. */
  readonly updatedBy?: string;
  /** Exact strings of the event that stand outside what is shown of it, where the event as a whole was asked for. */
  readonly alsoHolds?: readonly string[];
  readonly redacted?: boolean;
  /** The hit that it was brought along for: its call or result, what it came from, what put its error right or superseded it. */
  readonly companionOf?: string;
}

/** Evidence as it was packed. */
export interface RecallPassage extends Evidence {
  readonly tokens: number;
  /** Reads like an instruction to the model; shown, and flagged. */
  readonly looksLikeInstruction: boolean;
}

export const RECALL_OUTCOMES = ['answered', 'unsure', 'nothing_found'] as const;

/** Whether the answer's evidence is likely what was asked for, may be, or is hardly so. */
export type RecallOutcome = (typeof RECALL_OUTCOMES)[number];

/**
 * `off`: by the settings; `no_model`: it is still being fetched, or cannot be had; `no_vectors`: the space has none yet; `slow`, `failed`: this
 * time; `resting`: it was slow or failed several times just before.
 */
export type TextOnlyReason = 'off' | 'no_model' | 'no_vectors' | 'slow' | 'failed' | 'resting';

/** A span that was evicted, and what it was about; the span itself comes back by the marker's id. */
export interface RecallMarker {
  readonly id: string;
  readonly session: string;
  readonly fromTurn: number;
  readonly toTurn: number;
  readonly topics: readonly string[];
  /** As it stands in the window. */
  readonly text: string;
}

/** Further queries that were tried because the first answer was weak. */
export interface RecallEscalation {
  readonly attempts: readonly {
    readonly queries: readonly string[];
    readonly reason: EscalationReason;
    /** Of the answer with these queries added. */
    readonly confidence: number;
  }[];
  /** The last of them that the answer is made of too; absent where none was better. */
  readonly used?: EscalationReason;
}

export interface RecallAnswer {
  readonly retrievalId: string;
  readonly hits: readonly RecallHit[];
  readonly passages: readonly RecallPassage[];
  /** The passages wrapped as data, ready to hand to a model; at most the budget. Source: 001 §11.3. */
  readonly rendered: string;
  readonly tokens: number;
  readonly budgetTokens: number;
  /** Signals that took part. */
  readonly signals: readonly ('text' | 'vector')[];
  /** Why vectors took no part, where they did not. */
  readonly textOnly?: TextOnlyReason;
  /** Chance that right evidence is among the first five hits, 0..1. */
  readonly confidence: number;
  /** Present where no constants were fitted for the model of the vectors that took part: `confidence` and `outcome` are then by those of text. */
  readonly uncalibrated?: true;
  readonly outcome: RecallOutcome;
  readonly escalation?: RecallEscalation;
  readonly granularity: Granularity;
  /** Of a thematic answer: markers of the asking session that tell of what is asked, in time order; they stand in `rendered` too. */
  readonly markers?: readonly RecallMarker[];
  /** What the confidence was made of, where explained. */
  readonly evidence?: Readonly<Record<string, number>>;
  /** Positions covered, joined by commas: the ends of the log when the call came, or what `after` asked for. */
  readonly coveredTo: string;
  /** Share of the task state's key events within two hops of the pack; null where there are none. Source: 002 §5.5. */
  readonly completeness: number | null;
  readonly tookMs: number;
}
