import type { LogRecord } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { portionsOf } from './portions-of.ts';

/** Makes a record of a text with the given count of tokens, sealed in the given count of bytes. */
function record(offset: number, tokens: number, sealedBytes: number): LogRecord {
  const envelope = {
    schemaVersion: 1,
    id: '01J00000000000000000000000',
    tenant: 't',
    space: 's',
    session: 'x',
    kind: 'user_message' as const,
    occurredAt: 1,
    recordedAt: 1,
    tokens: { whole: tokens, stripped: tokens, preview: tokens },
    family: 'o200k',
    keyId: 'k',
  };
  return { key: 't/s/x', envelope, sealed: new Uint8Array(sealedBytes), position: { generation: 'g', partition: 0, offset } };
}

const offsets = (records: readonly LogRecord[], mostBytes: number): number[][] =>
  portionsOf(records, mostBytes).map((portion) => portion.map(({ position }) => position.offset));

describe('portionsOf', () => {
  it('splits repetitive text by its tokens, however small it is sealed', () => {
    expect(offsets([record(0, 100, 3), record(1, 100, 3), record(2, 100, 3)], 800)).toEqual([[0, 1], [2]]);
  });

  it('splits by sealed bytes where these are more', () => {
    expect(offsets([record(0, 1, 500), record(1, 1, 500), record(2, 1, 100)], 800)).toEqual([[0], [1, 2]]);
  });

  it('keeps a record above the limit, alone', () => {
    expect(offsets([record(0, 1, 1), record(1, 900, 1), record(2, 1, 1)], 800)).toEqual([[0], [1], [2]]);
  });

  it('takes a damaged envelope by its sealed bytes', () => {
    const damaged = { ...record(1, 1, 10), envelope: {} as LogRecord['envelope'] };
    expect(offsets([record(0, 1, 10), damaged, record(2, 1, 10)], 25)).toEqual([[0, 1], [2]]);
  });

  it('makes none of no records', () => expect(portionsOf([])).toEqual([]));
});
