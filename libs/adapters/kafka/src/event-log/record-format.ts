import type { EventEnvelope } from '@total-recall/domain';
import type { LogRecord, NewLogRecord } from '@total-recall/ports';
import { readJson } from '../table/read-json.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

const ENVELOPE_HEADER = 'envelope';
/** W3C trace context of a record that comes from a recorded trace. */
const TRACE_HEADER = 'traceparent';
const TRACE_CHARS = 64;
/** Largest size of a record's lengths, offset, time and header names, in bytes. */
const RECORD_OVERHEAD_BYTES = 64;

/** Encodes a record. Its key is the session, its value the sealed body; the envelope is a header in the clear. */
export function encodeRecord({ key, envelope, sealed, traceparent }: NewLogRecord): ProducedRecord {
  return {
    key: Buffer.from(key),
    value: Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength),
    headers: {
      [ENVELOPE_HEADER]: Buffer.from(JSON.stringify(envelope)),
      ...(traceparent !== undefined && { [TRACE_HEADER]: Buffer.from(traceparent) }),
    },
  };
}

/** Returns an upper bound on the size of a record in a batch before compression. */
export function encodedBytes({ key, value, headers }: ProducedRecord): number {
  const inHeaders = Object.values(headers ?? {}).reduce((sum, header) => sum + header.length, 0);
  return RECORD_OVERHEAD_BYTES + key.length + (value?.length ?? 0) + inHeaders;
}

/** Decodes a record without copying its body; undefined when it is not ours. */
export function decodeRecord(
  record: FetchedRecord,
  place: { readonly generation: string; readonly partition: number },
): LogRecord | undefined {
  const envelope = record.headers[ENVELOPE_HEADER];
  if (record.key === null || record.value === null || !Buffer.isBuffer(envelope)) return undefined;
  const traceparent = record.headers[TRACE_HEADER];
  const parsed = readJson(envelope);
  if (!hasEnvelopeFields(parsed)) return undefined;
  return {
    key: record.key.toString(),
    envelope: parsed,
    sealed: record.value,
    position: { ...place, offset: record.offset },
    ...(Buffer.isBuffer(traceparent) && traceparent.length <= TRACE_CHARS && { traceparent: traceparent.toString() }),
  };
}

const TEXTS = ['id', 'tenant', 'space', 'session', 'kind', 'family', 'keyId'] as const satisfies readonly (keyof EventEnvelope)[];
const NUMBERS = ['schemaVersion', 'occurredAt', 'recordedAt'] as const satisfies readonly (keyof EventEnvelope)[];

/**
 * Returns true for what has the fields of an envelope: anybody with access to the topic may write anything. It is looser
 * than `isEnvelope` of the domain, as a record that is left out here is not shown as damaged. The fold checks the rest.
 */
function hasEnvelopeFields(value: unknown): value is EventEnvelope {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  const tokens = fields['tokens'] as Readonly<Record<string, unknown>> | null | undefined;
  return (
    TEXTS.every((name) => typeof fields[name] === 'string' && fields[name] !== '') &&
    NUMBERS.every((name) => Number.isFinite(fields[name])) &&
    typeof tokens === 'object' &&
    ['whole', 'stripped', 'preview'].every((form) => Number.isFinite(tokens?.[form]))
  );
}
