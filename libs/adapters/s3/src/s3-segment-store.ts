import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import {
  parseSegmentName,
  parseSortableNumber,
  placeProblem,
  SEGMENT_LIMITS,
  type ArchivePartition,
  type SegmentStore,
} from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { checkBucketPrefix } from './artifact-location.ts';
import { orUndefinedIfMissing } from './s3-errors.ts';
import { getObject, putOnce, type ObjectAt } from './s3-objects.ts';
import { openS3, type SendS3 } from './s3-requests.ts';
import type { S3Settings } from './s3-settings.ts';
import { chapterObject, chapterPrefix, keyBefore, segmentObject, sessionPrefix } from './segment-location.ts';
import { tenantBuckets } from './tenant-buckets.ts';

export interface S3SegmentStoreOptions {
  readonly s3: S3Settings;
  /** Same prefix as for artifacts: segments share the buckets of tenants. */
  readonly bucketPrefix: string;
  /** True to create a bucket with the first object in it. If false, somebody else has to. Default: true. */
  readonly makesBuckets?: boolean;
}

/**
 * Stores the archived log on S3: segments in their tenant's bucket, chapters in a bucket of their own. Errors:
 * `unavailable`.
 */
export async function createS3SegmentStore(options: S3SegmentStoreOptions): Promise<SegmentStore> {
  const prefix = checkBucketPrefix(options.bucketPrefix);
  const requests = openS3(options.s3);
  const { send } = requests;
  const buckets = tenantBuckets(send, { prefix, makes: options.makesBuckets ?? true });

  const call = <T>(doing: string, place: ArchivePartition, run: () => Promise<T>): Promise<T> =>
    requests.call(doing, async () => {
      const problem = placeProblem(place);
      if (problem !== undefined) throw new TotalRecallError('invalid_request', problem);
      return run();
    });
  const put = async (at: ObjectAt, bytes: Uint8Array): Promise<{ created: boolean }> => {
    if (bytes.length > SEGMENT_LIMITS.bytes)
      throw new TotalRecallError('payload_too_large', `An object of the archive has at most ${SEGMENT_LIMITS.bytes} bytes.`);
    return { created: await putOnce(send, buckets, at, bytes) };
  };
  const get = (at: ObjectAt): Promise<Uint8Array | undefined> => getObject(send, at, { maxBytes: SEGMENT_LIMITS.bytes });

  return {
    put: (place, bytes) => call('store a segment', place, () => put(segmentObject(prefix, place), bytes)),
    get: (place) => call('read a segment', place, () => get(segmentObject(prefix, place))),
    list: ({ from = 0, limit, ...address }) =>
      call('list segments', { ...address, partition: 0 }, async () => {
        const at = sessionPrefix(prefix, address);
        const keys = await keysAfter(send, at, keyBefore(at.key, from), Math.min(limit, SEGMENT_LIMITS.page));
        return keys.flatMap((key) => {
          const named = parseSegmentName(key.slice(at.key.length));
          return named ? [{ ...address, ...named }] : [];
        });
      }),
    putChapter: (place, bytes) => call('store a chapter', place, () => put(chapterObject(prefix, place), bytes)),
    chapter: (place) => call('read a chapter', place, () => get(chapterObject(prefix, place))),
    chapters: (place) =>
      call('look for the last chapter', place, () => {
        const at = chapterPrefix(prefix, place);
        const isAfter = (number: number): Promise<boolean> => hasChapterAfter(send, at, chapterObject(prefix, { ...place, number }).key);
        return countUpTo(isAfter, () => hasChapterAfter(send, at, at.key));
      }),
    close: () => requests.close(),
  };
}

/** Lists at most `limit` keys below a prefix that sort after another key. */
async function keysAfter(send: SendS3, { bucket, key }: ObjectAt, after: string, limit: number): Promise<string[]> {
  const command = { Bucket: bucket, Prefix: key, StartAfter: after, MaxKeys: limit };
  const page = await orUndefinedIfMissing(send((client, limits) => client.send(new ListObjectsV2Command(command), limits)));
  return (page?.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
}

/** Returns true when a chapter sorts after a key. Keys that name no chapter are none of ours; they are rare, and passed by page. */
async function hasChapterAfter(send: SendS3, at: ObjectAt, after: string): Promise<boolean> {
  for (let [from, limit] = [after, 1]; ; limit = SEGMENT_LIMITS.page) {
    const keys = await keysAfter(send, at, from, limit);
    if (keys.some((key) => parseSortableNumber(key.slice(at.key.length)) !== undefined)) return true;
    if (keys.length < limit) return false;
    from = keys.at(-1)!;
  }
}

/**
 * Returns one more than the last number. It doubles an upper bound, then bisects, so it asks about twice as often as
 * the number has bits.
 */
async function countUpTo(isAfter: (number: number) => Promise<boolean>, isAny: () => Promise<boolean>): Promise<number> {
  if (!(await isAny())) return 0;
  let high = 1;
  while (await isAfter(high - 1)) high *= 2;
  let low = Math.floor(high / 2);
  // The last number is below `high` and not below `low`.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isAfter(middle - 1)) low = middle;
    else high = middle;
  }
  return low + 1;
}
