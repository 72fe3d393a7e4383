import type { EventKind, LogPassage } from '@total-recall/domain';

/** A document of an index. */
export interface DocumentId {
  readonly eventId: string;
  readonly part: number;
  /**
   * Lets the index that issued it find the document directly; meaningless to any other index. Absent where an index has
   * no handles.
   */
  readonly handle?: number;
}

/** The part of an event that a document covers, and its place and time in the space. */
export interface DocumentPlace extends DocumentId {
  readonly passage?: LogPassage;
  readonly session: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
}
