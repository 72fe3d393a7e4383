import type { EventEnvelope } from '@total-recall/domain';

/**
 * The bytes an envelope is bound by: its fields as a JSON list in this order. A new field goes to the end, under a new schema
 * version; the order never changes, as every record in the log was sealed with it.
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
