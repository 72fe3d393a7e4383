import type { EventEnvelope } from '@total-recall/domain';

/**
 * Encodes the envelope for authentication: its fields as a JSON list in this order. A new field goes to the end, under
 * a new schema version. The order must never change, because every record in the log was sealed with it.
 */
export function envelopeBytes(envelope: EventEnvelope): Uint8Array {
  const { tokens } = envelope;
  return Buffer.from(
    JSON.stringify([
      envelope.schemaVersion,
      envelope.id,
      envelope.tenant,
      envelope.space,
      envelope.session,
      envelope.kind,
      envelope.occurredAt,
      envelope.recordedAt,
      tokens.whole,
      tokens.stripped,
      tokens.preview,
      envelope.family,
      envelope.keyId,
    ]),
    'utf8',
  );
}
