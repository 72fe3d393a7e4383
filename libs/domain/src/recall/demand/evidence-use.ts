/** Kinds of use: its id was named; an exact part was written; or most of a sentence appears reordered or reworded. */
export const USE_KINDS = ['cited', 'exact', 'near'] as const;
export type UseKind = (typeof USE_KINDS)[number];

/** One piece of evidence that an agent used after a recall. Ids and numbers, never text. Source: R10. */
export interface EvidenceUse {
  readonly tenant: string;
  readonly space: string;
  /** The session that recalled and used it. */
  readonly session: string;
  readonly retrievalId: string;
  /** Id of the evidence. */
  readonly eventId: string;
  readonly kind: UseKind;
  /** The event that used it; `at` is when it was recorded. */
  readonly byEventId: string;
  readonly at: number;
  /** Events and turns of the session between the recall's result and the use; 0 turns means the same turn. */
  readonly afterEvents: number;
  readonly afterTurns: number;
}

/** The result of a recall as an event of a session. */
export interface RecallReceived {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly retrievalId: string;
  readonly eventId: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly at: number;
  /** Number of pieces of evidence it brought, each event counted once. */
  readonly evidence: number;
}

/** A turn of a session, recorded at its first event, when a user or a model begins to speak. */
export interface TurnTaken {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly turn: number;
  readonly at: number;
  /** True for a model's turn, in which it could have recalled. */
  readonly byModel: boolean;
}
