import type { EventKind, LogPassage } from '@total-recall/domain';
import type { DocumentPlace, IndexWrite, TextDocument } from '@total-recall/ports';
import { placeOf } from '../plan/document-ids.ts';

/** Place of a document and the fields that filters use, stored with its text and with its vector. */
export interface PlaceSource {
  readonly scope: string;
  readonly event: string;
  readonly part: number;
  readonly place: string;
  readonly session: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly at: number;
  readonly agent: string;
  readonly task: string;
  readonly passage?: LogPassage;
}

export function toPlaceSource(scope: string, write: IndexWrite, document: TextDocument): PlaceSource {
  const { record, accepted } = write.event;
  const { session, kind, occurredAt } = record.envelope;
  return {
    scope,
    event: document.eventId,
    part: document.part,
    place: placeOf(session, accepted.ordinal),
    session,
    ordinal: accepted.ordinal,
    turn: accepted.turn,
    kind,
    at: occurredAt,
    agent: write.agent ?? '',
    task: accepted.taskId ?? '',
    ...(document.passage ? { passage: document.passage } : {}),
  };
}

export function toPlace(source: PlaceSource): DocumentPlace {
  return {
    eventId: source.event,
    part: source.part,
    ...(source.passage ? { passage: source.passage } : {}),
    session: source.session,
    ordinal: source.ordinal,
    turn: source.turn,
    kind: source.kind,
    occurredAt: source.at,
  };
}
