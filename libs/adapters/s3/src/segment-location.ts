import type { SessionAddress } from '@total-recall/domain';
import type { ArchivePartition, ChapterPlace, SegmentPlace } from '@total-recall/ports';
import { hashOf, tenantBucket } from './artifact-location.ts';
import type { ObjectAt } from './s3-objects.ts';

const DIGITS = 16;
const SEGMENT_NAME = /^(\d{16})-(\d{16})-(\d+)$/;

/** A segment is in its tenant's bucket, below its session; keys of a session sort by the first offset. */
export function segmentObject(bucketPrefix: string, place: SegmentPlace): ObjectAt {
  const { bucket, key } = sessionPrefix(bucketPrefix, place);
  return { bucket, key: `${key}${padded(place.first)}-${padded(place.last)}-${place.partition}` };
}

/** What the keys of a session's segments of one log begin with. */
export function sessionPrefix(bucketPrefix: string, address: SessionAddress & { readonly generation: string }): ObjectAt {
  const { tenant, space, session, generation } = address;
  return { bucket: tenantBucket(bucketPrefix, tenant), key: `segments/${hashOf(space)}/${hashOf(session)}/${generation}/` };
}

/** What is before the keys of segments that begin at an offset or later. */
export function keyBefore(prefix: string, offset: number): string {
  return `${prefix}${padded(offset)}`;
}

/** What the name of a segment says, or undefined where it is none. */
export function parseSegmentName(name: string): Pick<SegmentPlace, 'first' | 'last' | 'partition'> | undefined {
  const [, first, last, partition] = SEGMENT_NAME.exec(name) ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last), partition: Number(partition) };
}

/** Chapters hold names and sums of several tenants and no body, so they have a bucket of their own. */
export function chapterObject(bucketPrefix: string, place: ChapterPlace): ObjectAt {
  const { bucket, key } = chapterPrefix(bucketPrefix, place);
  return { bucket, key: key + padded(place.number) };
}

export function chapterPrefix(bucketPrefix: string, { generation, partition }: ArchivePartition): ObjectAt {
  return { bucket: `${bucketPrefix}-archive`, key: `chapters/${generation}/${partition}/` };
}

/** Numbers sort like text. */
function padded(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
