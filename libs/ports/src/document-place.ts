import type { EventKind, LogPassage } from '@total-recall/domain';

/** Which part of which event a document is, and where and when that stands in its space. */
export interface DocumentPlace {
  readonly eventId: string;
  readonly part: number;
  readonly passage?: LogPassage;
  readonly session: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
}
