import type { SessionAddress } from '@total-recall/domain';
import { segmentName, sortableNumber, type ArchivePartition, type ChapterPlace, type SegmentPlace } from '@total-recall/ports';
import { hashOf, tenantBucket } from './artifact-location.ts';
import type { ObjectAt } from './s3-objects.ts';

/**
 * Returns the object of a segment: in its tenant's bucket, below its session. Keys of a session sort by first offset.
 */
export function segmentObject(bucketPrefix: string, place: SegmentPlace): ObjectAt {
  const { bucket, key } = sessionPrefix(bucketPrefix, place);
  return { bucket, key: key + segmentName(place) };
}

/** Returns the prefix of the keys of a session's segments of one log. */
export function sessionPrefix(bucketPrefix: string, address: SessionAddress & { readonly generation: string }): ObjectAt {
  const { tenant, space, session, generation } = address;
  return { bucket: tenantBucket(bucketPrefix, tenant), key: `segments/${hashOf(space)}/${hashOf(session)}/${generation}/` };
}

/** Returns a key that sorts before the segments that begin at an offset or later. */
export function keyBefore(prefix: string, offset: number): string {
  return prefix + sortableNumber(offset);
}

/**
 * Returns the object of a chapter. Chapters hold names and sums of several tenants and no content, so they have their
 * own bucket.
 */
export function chapterObject(bucketPrefix: string, place: ChapterPlace): ObjectAt {
  const { bucket, key } = chapterPrefix(bucketPrefix, place);
  return { bucket, key: key + sortableNumber(place.number) };
}

export function chapterPrefix(bucketPrefix: string, { generation, partition }: ArchivePartition): ObjectAt {
  return { bucket: `${bucketPrefix}-archive`, key: `chapters/${generation}/${partition}/` };
}
