/** A passage of an event that may be updated or update another. */
interface UpdatablePassage {
  readonly text: string;
}

export interface UpdatableEvent {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /**
   * What a later event has to come from, too, to be about the same: of a message who speaks, of a result its call with all arguments. Absent
   * where nothing of the event is compared.
   */
  readonly source?: { readonly kind: 'message' | 'result'; readonly key: string };
  /** Replaced by another in the ledger, which says more than its words: it neither updates nor is updated. */
  readonly isSuperseded: boolean;
  readonly passages: readonly UpdatablePassage[];
  /** All of its text, where it was read: what stands in it once does so in this. */
  readonly text?: string;
}

/** Whether words hold any of what a query asks for. */
export type AsksFor = (text: string) => boolean;
