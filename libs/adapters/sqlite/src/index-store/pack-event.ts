import type { AcceptedEvent, EventEnvelope, EventKind } from '@total-recall/domain';
import { sessionKey } from '@total-recall/domain/for-threads';
import type { IndexedEvent, IndexWrite, TextDocument } from '@total-recall/ports';
import { checkTerms } from '@total-recall/runtime';
import type { PackedDocument, PackedWrite, ReadEvent } from './index-messages.ts';

function packDocument({ part, passage, terms }: TextDocument): PackedDocument {
  checkTerms(terms);
  return { part, terms: terms.join(' '), ...(passage ? { passage } : {}) };
}

export function packWrite({ event, documents, artifactIds = [], agent, pinned }: IndexWrite): PackedWrite {
  const { envelope, position, sealed } = event.record;
  // Fields are listed by name, so that a new field of an accepted event does not compile without a column.
  const { ordinal, turn, request, atom, premiseVersion, taskId, indexed } = event.accepted;
  const accepted: Record<keyof AcceptedEvent, unknown> & AcceptedEvent = { ordinal, turn, request, atom, premiseVersion, taskId, indexed };
  const { id, tenant, space, session, kind, occurredAt, recordedAt, ...rest } = envelope;
  return {
    tenant,
    space,
    session,
    eventId: id,
    kind,
    occurredAt,
    recordedAt,
    ...position,
    rest: JSON.stringify(rest),
    sealed,
    accepted,
    supersededBy: event.supersededBy ?? null,
    artifactIds,
    agent: agent ?? null,
    pinned: pinned ?? null,
    documents: documents.map(packDocument),
  };
}

export function unpackEvent(tenant: string, space: string, event: ReadEvent): IndexedEvent {
  const { session, eventId: id, kind, occurredAt, recordedAt, generation, partition, offset, sealed, accepted, supersededBy } = event;
  const rest = JSON.parse(event.rest) as Pick<EventEnvelope, 'schemaVersion' | 'tokens' | 'family' | 'keyId'>;
  const envelope: EventEnvelope = { ...rest, id, tenant, space, session, kind: kind as EventKind, occurredAt, recordedAt };
  return {
    record: { key: sessionKey(envelope), envelope, sealed, position: { generation, partition, offset } },
    accepted,
    ...(supersededBy === null ? {} : { supersededBy }),
  };
}
