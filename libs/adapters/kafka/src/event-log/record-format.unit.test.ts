import { sampleRecord } from '@total-recall/ports/testing';
import { describe, expect, it } from 'vitest';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';
import { decodeRecord, encodedBytes, encodeRecord } from './record-format.ts';

const place = { generation: 'g', partition: 3 };
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const fetched = ({ key, value, headers }: ProducedRecord): FetchedRecord => ({
  offset: 7,
  timestampMs: 0,
  key,
  value,
  headers: { ...headers },
});

describe('records in Kafka', () => {
  it('come back as they were, with the trace in a header of its own', () => {
    const record = sampleRecord('acme/demo/alpha', 'r-1');
    const encoded = encodeRecord({ ...record, traceparent });
    expect(encoded.headers!['traceparent']!.toString()).toBe(traceparent);
    expect(decodeRecord(fetched(encoded), place)).toMatchObject({ key: record.key, envelope: record.envelope, traceparent });
  });

  it('have no such header where no trace is recorded', () => {
    const encoded = encodeRecord(sampleRecord('acme/demo/alpha', 'r-1'));
    expect(Object.keys(encoded.headers!)).toEqual(['envelope']);
    expect(decodeRecord(fetched(encoded), place)).not.toHaveProperty('traceparent');
  });

  it('are read all the same where the header holds what is none', () => {
    const encoded = encodeRecord(sampleRecord('acme/demo/alpha', 'r-1'));
    const odd = { ...fetched(encoded), headers: { ...encoded.headers, traceparent: Buffer.alloc(10_000, 'x') } };
    expect(decodeRecord(odd, place)).not.toHaveProperty('traceparent');
  });

  it('are none of ours where the envelope lacks something or is nothing at all', () => {
    const record = sampleRecord('acme/demo/alpha', 'r-1');
    const encoded = encodeRecord(record);
    const carrying = (envelope: unknown): FetchedRecord => ({
      ...fetched(encoded),
      headers: { envelope: Buffer.from(JSON.stringify(envelope)) },
    });
    for (const name of Object.keys(record.envelope))
      expect(decodeRecord(carrying({ ...record.envelope, [name]: undefined }), place)).toBeUndefined();
    for (const odd of [null, 7, 'text', [], { ...record.envelope, tokens: { whole: 'many' } }, { ...record.envelope, occurredAt: null }])
      expect(decodeRecord(carrying(odd), place)).toBeUndefined();
    expect(decodeRecord({ ...fetched(encoded), headers: { envelope: Buffer.from('{') } }, place)).toBeUndefined();
    expect(decodeRecord(carrying(record.envelope), place)).toBeDefined();
  });

  it('count the header as part of their size', () => {
    const record = sampleRecord('acme/demo/alpha', 'r-1');
    const size = encodedBytes(encodeRecord(record));
    expect(encodedBytes(encodeRecord({ ...record, traceparent }))).toBe(size + traceparent.length);
  });
});
