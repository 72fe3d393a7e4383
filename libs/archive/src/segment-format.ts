import { envelopeBytes, TotalRecallError } from '@total-recall/runtime';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { sessionKey, type EventEnvelope } from '@total-recall/domain';
import { SEGMENT_LIMITS, type LogRecord, type SegmentPlace } from '@total-recall/ports';

const MAGIC = Buffer.from('TRS1');
/** Size of the magic number and the header's length. */
const PREFIX_BYTES = 8;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

interface Head {
  readonly sum: string;
  readonly records: readonly { readonly offset: number; readonly size: number; readonly envelope: EventEnvelope }[];
}

/**
 * Encodes records of one session: a compressed header with the envelopes, then the sealed bodies as in the
 * log, which do not compress.
 */
export async function encodeSegment(records: readonly LogRecord[]): Promise<{ bytes: Uint8Array; sum: string }> {
  const sum = sumOfRecords(records);
  const head: Head = {
    sum,
    records: records.map(({ envelope, sealed, position }) => ({ offset: position.offset, size: sealed.length, envelope })),
  };
  const packed = await compress(Buffer.from(JSON.stringify(head)));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  MAGIC.copy(prefix);
  prefix.writeUInt32BE(packed.length, MAGIC.length);
  return { bytes: Buffer.concat([prefix, packed, ...records.map(({ sealed }) => sealed)]), sum };
}

/**
 * Decodes the records of a segment, in order, with their checksum. Errors: `internal` if it is
 * damaged, or of another place.
 */
export async function decodeSegment(place: SegmentPlace, bytes: Uint8Array): Promise<{ records: LogRecord[]; sum: string }> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { head, bodies } = await splitSegment(view);
    const { generation, partition } = place;
    const key = sessionKey(place);
    let at = 0;
    const records = head.records.map(({ offset, size, envelope }) => {
      const sealed = bodies.subarray(at, (at += size));
      return { key: sessionKey(envelope), envelope, sealed, position: { generation, partition, offset } };
    });
    const isOfPlace = records[0]?.position.offset === place.first && records.at(-1)?.position.offset === place.last;
    if (!isOfPlace || records.some((record) => record.key !== key)) throw new Error('It is of another place.');
    if (at !== bodies.length || sumOfRecords(records) !== head.sum) throw new Error('Its checksum is another.');
    return { records, sum: head.sum };
  } catch (cause) {
    throw new TotalRecallError('internal', `A segment of the archive is damaged: partition ${place.partition}, offset ${place.first}.`, {
      cause,
    });
  }
}

async function splitSegment(view: Buffer): Promise<{ head: Head; bodies: Buffer }> {
  if (!view.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('It does not begin like a segment.');
  const bodiesAt = PREFIX_BYTES + view.readUInt32BE(MAGIC.length);
  const packed = view.subarray(PREFIX_BYTES, bodiesAt);
  const head = JSON.parse((await decompress(packed, { maxOutputLength: SEGMENT_LIMITS.bytes })).toString('utf8')) as Head;
  return { head, bodies: view.subarray(bodiesAt) };
}

/** Hashes records as hex SHA-256, independent of how they are stored: offsets, envelopes, sealed bodies. */
export function sumOfRecords(records: readonly LogRecord[]): string {
  const hash = createHash('sha256');
  for (const { envelope, sealed, position } of records) {
    const bound = envelopeBytes(envelope);
    hash.update(`${position.offset} ${bound.length} ${sealed.length}\n`).update(bound).update(sealed);
  }
  return hash.digest('hex');
}
