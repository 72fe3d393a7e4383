import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Clock } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';
import { orUndefinedIfMissing } from './s3-errors.ts';
import type { SendS3 } from './s3-requests.ts';

/** Knows which buckets have cold objects. In a bucket without any, a new artifact need not be looked up there. */
export interface ColdBuckets {
  has(bucket: string): Promise<boolean>;
  /** Records that this process is about to move an object to the cold tier. */
  moving(bucket: string): void;
}

const BUCKETS = 10_000;
/**
 * Time for which the answer "nothing is cold" is cached. Another process may move an object meanwhile; putting that
 * object again then stores it twice.
 */
const LOOK_EVERY_MS = 60_000;

export function coldBuckets(send: SendS3, clock: Clock): ColdBuckets {
  const known = createLruMap<{ readonly has: Promise<boolean>; readonly untilMs: number }>(BUCKETS);
  const look = async (bucket: string): Promise<boolean> => {
    const command = { Bucket: bucket, Prefix: 'cold/', MaxKeys: 1 };
    const page = await orUndefinedIfMissing(send((client, limits) => client.send(new ListObjectsV2Command(command), limits)));
    const isThere = (page?.Contents ?? []).length > 0;
    if (isThere) known.set(bucket, { has: Promise.resolve(true), untilMs: Infinity });
    return isThere;
  };
  return {
    has(bucket) {
      const now = clock.monotonicMs();
      const last = known.get(bucket);
      if (last && now < last.untilMs) return last.has;
      const has = look(bucket);
      known.set(bucket, { has, untilMs: now + LOOK_EVERY_MS });
      has.catch(() => known.delete(bucket));
      return has;
    },
    moving: (bucket) => known.set(bucket, { has: Promise.resolve(true), untilMs: Infinity }),
  };
}
