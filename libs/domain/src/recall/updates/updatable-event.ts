/** A passage of an event that may update another or be updated. */
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
   * Origin that two events must share to be about the same thing: the speaker of a message, or the call of a result
   * with all arguments. Absent where nothing of the event is compared.
   */
  readonly source?: { readonly kind: 'message' | 'result'; readonly key: string };
  /** True when another event supersedes it explicitly, which outweighs its words: it neither updates nor is updated. */
  readonly isSuperseded: boolean;
  readonly passages: readonly UpdatablePassage[];
  /** Whole text, where it was read; lines must be unique in it. */
  readonly text?: string;
}

/** Returns true when words contain any of what a query asks for. */
export type AsksFor = (text: string) => boolean;
