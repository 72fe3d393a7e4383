import { hashHex, TotalRecallError } from '@total-recall/runtime';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { ChapterCut, SessionAddress } from '@total-recall/domain';
import { SEGMENT_LIMITS, type ChapterPlace } from '@total-recall/ports';

/**
 * A run of a partition in the archive, from the end of the previous chapter to the offset `to`. It names the
 * segments of each session in it.
 */
export interface Chapter extends ChapterPlace {
  readonly from: number;
  readonly to: number;
  readonly records: number;
  /** Size of the sealed bodies. */
  readonly bytes: number;
  readonly cut: ChapterCut;
  /** Checksum of the previous chapter, which makes the chapters a chain; empty for the first. */
  readonly previous: string;
  /** Ordered by first offset. */
  readonly segments: readonly ChapterSegment[];
}

export interface ChapterSegment extends SessionAddress {
  readonly first: number;
  readonly last: number;
  readonly records: number;
  /** Checksum of its records, as made by `sumOfRecords`. */
  readonly sum: string;
}

/** A chapter as read, with its own checksum, which the next one names. */
export interface ReadChapter extends Chapter {
  readonly sum: string;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Encodes a chapter: names, offsets and checksums alone, no bodies. */
export async function encodeChapter(chapter: Chapter): Promise<{ bytes: Uint8Array; sum: string }> {
  const { generation, partition, number, from, to, records, bytes, cut, previous } = chapter;
  const segments = chapter.segments.map(({ tenant, space, session, first, last, records, sum }) => [
    tenant,
    space,
    session,
    first,
    last,
    records,
    sum,
  ]);
  const json = JSON.stringify({ version: 1, generation, partition, number, from, to, records, bytes, cut, previous, segments });
  return { bytes: await compress(json), sum: hashHex(json) };
}

type SegmentRow = readonly [tenant: string, space: string, session: string, first: number, last: number, records: number, sum: string];

/** Decodes a chapter. Errors: `internal` if it is damaged, or of another place. */
export async function decodeChapter(place: ChapterPlace, bytes: Uint8Array): Promise<ReadChapter> {
  const { generation, partition, number } = place;
  try {
    const json = (await decompress(bytes, { maxOutputLength: SEGMENT_LIMITS.bytes })).toString('utf8');
    const { version, segments, ...rest } = JSON.parse(json) as Omit<Chapter, 'segments'> & {
      readonly version: number;
      readonly segments: readonly SegmentRow[];
    };
    if (version !== 1) throw new Error(`It is of version ${version}.`);
    if (rest.generation !== generation || rest.partition !== partition || rest.number !== number)
      throw new Error('It is of another place.');
    const named = segments.map(([tenant, space, session, first, last, records, sum]) => ({
      tenant,
      space,
      session,
      first,
      last,
      records,
      sum,
    }));
    return { ...rest, segments: named, sum: hashHex(json) };
  } catch (cause) {
    throw new TotalRecallError('internal', `Chapter ${number} of partition ${partition} in the archive is damaged.`, { cause });
  }
}
