import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Clock } from '@total-recall/ports';
import { createRecentEntries } from '@total-recall/runtime';
import { ifThere } from './s3-errors.ts';
import type { SendS3 } from './s3-requests.ts';

/** Whether anything of a bucket is cold: where nothing is, no new artifact need be looked for there. */
export interface ColdBuckets {
  has(bucket: string): Promise<boolean>;
  /** Told before something is moved there by this process. */
  moving(bucket: string): void;
}

const BUCKETS = 10_000;
/** How long what was not there is taken not to be: another process may move something there meanwhile, and a put of that then stores it twice. */
const LOOK_EVERY_MS = 60_000;

export function coldBuckets(send: SendS3, clock: Clock): ColdBuckets {
  const known = createRecentEntries<{ readonly has: Promise<boolean>; readonly untilMs: number }>(BUCKETS);
  const look = async (bucket: string): Promise<boolean> => {
    const command = { Bucket: bucket, Prefix: 'cold/', MaxKeys: 1 };
    const page = await ifThere(send((client, limits) => client.send(new ListObjectsV2Command(command), limits)));
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
