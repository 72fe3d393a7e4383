import { CreateBucketCommand, ListBucketsCommand } from '@aws-sdk/client-s3';
import { TotalRecallError } from '@total-recall/runtime';
import { isTenantBucket } from './artifact-location.ts';
import { s3ErrorName } from './s3-errors.ts';
import type { SendS3 } from './s3-requests.ts';

export interface TenantBuckets {
  /** Creates a missing bucket. Errors: `unavailable` when this process does not create buckets. */
  make(bucket: string): Promise<void>;
  all(): AsyncGenerator<string>;
}

const PAGE = 1_000;

/**
 * Creates and lists the buckets under a prefix, one per tenant. Several processes may create the same bucket at once.
 */
export function tenantBuckets(send: SendS3, options: { readonly prefix: string; readonly makes: boolean }): TenantBuckets {
  const { prefix, makes } = options;
  return {
    async make(bucket) {
      if (!makes) throw new TotalRecallError('unavailable', `There is no bucket ${bucket}, and this service may not create it.`);
      try {
        await send((client, limits) => client.send(new CreateBucketCommand({ Bucket: bucket }), limits));
      } catch (error) {
        if (s3ErrorName(error) !== 'BucketAlreadyOwnedByYou') throw error;
      }
    },
    async *all() {
      for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
        const page = { Prefix: `${prefix}-`, MaxBuckets: PAGE, ContinuationToken: token };
        const { Buckets = [], ContinuationToken } = await send((client, limits) => client.send(new ListBucketsCommand(page), limits));
        for (const { Name } of Buckets) if (Name !== undefined && isTenantBucket(prefix, Name)) yield Name;
        token = ContinuationToken;
      }
    },
  };
}
