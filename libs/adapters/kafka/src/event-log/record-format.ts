import type { EventEnvelope } from '@total-recall/domain';
import type { LogRecord, NewLogRecord } from '@total-recall/ports';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

const ENVELOPE_HEADER = 'envelope';
/** W3C trace context of a record that comes from a recorded trace. */
const TRACE_HEADER = 'traceparent';
const TRACE_CHARS = 64;
/** Lengths, offset and time of a record, and the names of its headers: at most. */
const RECORD_OVERHEAD_BYTES = 64;

/** Key: the session. Value: the sealed body. The envelope stands in a header, in the clear. */
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

/** What a record takes in a batch before compression; never less than it does. */
export function encodedBytes({ key, value, headers }: ProducedRecord): number {
  const inHeaders = Object.values(headers ?? {}).reduce((sum, header) => sum + header.length, 0);
  return RECORD_OVERHEAD_BYTES + key.length + (value?.length ?? 0) + inHeaders;
}

/** The record, its body still part of the fetched batch; undefined where it is none of ours. */
export function decodeRecord(
  record: FetchedRecord,
  place: { readonly generation: string; readonly partition: number },
): LogRecord | undefined {
  const envelope = record.headers[ENVELOPE_HEADER];
  if (record.key === null || record.value === null || !Buffer.isBuffer(envelope)) return undefined;
  const traceparent = record.headers[TRACE_HEADER];
  try {
    return {
      key: record.key.toString(),
      envelope: JSON.parse(envelope.toString()) as EventEnvelope,
      sealed: record.value,
      position: { ...place, offset: record.offset },
      ...(Buffer.isBuffer(traceparent) && traceparent.length <= TRACE_CHARS && { traceparent: traceparent.toString() }),
    };
  } catch {
    return undefined;
  }
}
