import type { SessionAddress } from '@total-recall/domain';
import { segmentName, sortableNumber, type ArchivePartition, type ChapterPlace, type SegmentPlace } from '@total-recall/ports';
import { hashOf, tenantBucket } from './artifact-location.ts';
import type { ObjectAt } from './s3-objects.ts';

/** A segment is in its tenant's bucket, below its session; keys of a session sort by the first offset. */
export function segmentObject(bucketPrefix: string, place: SegmentPlace): ObjectAt {
  const { bucket, key } = sessionPrefix(bucketPrefix, place);
  return { bucket, key: key + segmentName(place) };
}

/** What the keys of a session's segments of one log begin with. */
export function sessionPrefix(bucketPrefix: string, address: SessionAddress & { readonly generation: string }): ObjectAt {
  const { tenant, space, session, generation } = address;
  return { bucket: tenantBucket(bucketPrefix, tenant), key: `segments/${hashOf(space)}/${hashOf(session)}/${generation}/` };
}

/** What is before the keys of segments that begin at an offset or later. */
export function keyBefore(prefix: string, offset: number): string {
  return prefix + sortableNumber(offset);
}

/** Chapters hold names and sums of several tenants and no body, so they have a bucket of their own. */
export function chapterObject(bucketPrefix: string, place: ChapterPlace): ObjectAt {
  const { bucket, key } = chapterPrefix(bucketPrefix, place);
  return { bucket, key: key + sortableNumber(place.number) };
}

export function chapterPrefix(bucketPrefix: string, { generation, partition }: ArchivePartition): ObjectAt {
  return { bucket: `${bucketPrefix}-archive`, key: `chapters/${generation}/${partition}/` };
}
