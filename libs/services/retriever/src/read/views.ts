import { encodePosition, type EventRecord } from '@total-recall/domain';
import type { EventView, IndexedEvent } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Converts an indexed event to the view for callers. */
export function viewOf({ record, accepted, supersededBy }: IndexedEvent, { envelope, body }: EventRecord): EventView {
  return {
    id: envelope.id,
    position: encodePosition(record.position),
    kind: envelope.kind,
    session: envelope.session,
    ordinal: accepted.ordinal,
    turn: accepted.turn,
    request: accepted.request,
    occurredAt: envelope.occurredAt,
    recordedAt: envelope.recordedAt,
    tokens: envelope.tokens.whole,
    premiseVersion: accepted.premiseVersion,
    ...(supersededBy === undefined ? {} : { supersededBy }),
    ...(typeof body === 'string' ? { missing: body } : { body }),
  };
}

export function erased(what: string): TotalRecallError {
  return new TotalRecallError('erased', `This ${what} was erased.`);
}

export function notFound(what: string): TotalRecallError {
  return new TotalRecallError('not_found', `There is no such ${what} here.`);
}

/**
 * Makes the error for an event whose place is known but whose content is not. The operator finds the offset in
 * `/readyz` and in the log lines.
 */
export function damaged({ id, position }: Pick<EventView, 'id' | 'position'>): TotalRecallError {
  return new TotalRecallError('damaged', 'The event cannot be read: its record is damaged or was set aside. Tell the operator.', {
    details: { eventId: id, position },
  });
}
