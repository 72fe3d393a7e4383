import type { EventKind, LogPassage } from '@total-recall/domain';

/** A document of an index. */
export interface DocumentId {
  readonly eventId: string;
  readonly part: number;
  /** By which the index that gave it finds the document without looking for it; means nothing to another index. Absent where an index has none. */
  readonly handle?: number;
}

/** Which part of which event a document is, and where and when that stands in its space. */
export interface DocumentPlace extends DocumentId {
  readonly passage?: LogPassage;
  readonly session: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
}
