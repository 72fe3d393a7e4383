/** How evidence was used: its id was named, something exact of it was written, or much of one of its sentences in other order or dress. */
export const USE_KINDS = ['cited', 'exact', 'near'] as const;
export type UseKind = (typeof USE_KINDS)[number];

/** One piece of evidence that an agent used after a recall gave it: ids and numbers, never text. Source: R10. */
export interface EvidenceUse {
  readonly tenant: string;
  readonly space: string;
  /** The session that recalled and used it. */
  readonly session: string;
  readonly retrievalId: string;
  /** The evidence. */
  readonly eventId: string;
  readonly kind: UseKind;
  /** The event that used it, and when it was recorded. */
  readonly byEventId: string;
  readonly at: number;
  /** Events and turns of the session between the recall's result and the use; 0 turns: in the same turn. */
  readonly afterEvents: number;
  readonly afterTurns: number;
}

/** The result of a recall as it stands in a session. */
export interface RecallReceived {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly retrievalId: string;
  readonly eventId: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly at: number;
  /** Pieces of evidence it brought, each event once. */
  readonly evidence: number;
}

/** A turn of a session, at its first event: where a user or a model began to speak. */
export interface TurnTaken {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly turn: number;
  readonly at: number;
  /** A model's turn, and so one in which it could have recalled. */
  readonly byModel: boolean;
}
