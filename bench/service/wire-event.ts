import type { SessionClient } from '@total-recall/client';
import type { NewEvent } from '@total-recall/domain';

type WireEvent = Parameters<SessionClient['append']>[0] extends infer Events ? Exclude<Events, readonly unknown[]> : never;

/** Converts an event to the API's format, without attachments. */
export function toWire({ occurredAt, attachments: _attachments, ...event }: NewEvent): WireEvent {
  return { ...event, ...(occurredAt !== undefined && { occurredAt: new Date(occurredAt).toISOString() }) } as WireEvent;
}
