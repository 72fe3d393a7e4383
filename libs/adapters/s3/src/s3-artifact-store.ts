import { CopyObjectCommand, DeleteObjectCommand, ListObjectsV2Command, type _Object, type StorageClass } from '@aws-sdk/client-s3';
import type { ArtifactPlace, ArtifactStat, ArtifactStore, Clock, ListedArtifact } from '@total-recall/ports';
import { createSystemClock, inParallel, TotalRecallError } from '@total-recall/runtime';
import { artifactLocation, checkBucketPrefix, hashOf, tenantBucket, type ArtifactLocation, type Tier } from './artifact-location.ts';
import { coldBuckets } from './cold-buckets.ts';
import { isAway, orUndefinedIfMissing } from './s3-errors.ts';
import { getObject, headObject, putOnce } from './s3-objects.ts';
import { openS3, type S3Requests, type SendS3 } from './s3-requests.ts';
import type { S3Settings } from './s3-settings.ts';
import { tenantBuckets } from './tenant-buckets.ts';

export interface S3ArtifactStoreOptions {
  readonly s3: S3Settings;
  /**
   * Prefix of the buckets, one per tenant: 3 to 30 lower case letters, digits and hyphens. A hash of the tenant
   * follows.
   */
  readonly bucketPrefix: string;
  /** True to create a tenant's bucket with its first artifact. If false, somebody else has to. Default: true. */
  readonly makesBuckets?: boolean;
  /** Called where the service does not answer when the store is opened, which goes on then; without it that is an error. */
  readonly onAway?: (error: unknown) => void;
  /**
   * Storage class of the cold tier; only classes that can be read at once, without a restore. Default: the service's
   * own.
   */
  readonly coldStorageClass?: ColdStorageClass;
  readonly clock?: Clock;
}

export type ColdStorageClass = Extract<StorageClass, 'STANDARD_IA' | 'ONEZONE_IA' | 'INTELLIGENT_TIERING' | 'GLACIER_IR'>;

const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;
const TIERS: readonly Tier[] = ['hot', 'cold'];
/** Artifacts that are moved at the same time. */
const MOVES = 8;
const STORED_AT = 'stored-at';

/**
 * Stores artifacts on S3: one bucket per tenant, with the tiers `hot/` and `cold/` in it. When an artifact is brought
 * back, its cold copy stays, so a whole copy always exists whatever other processes move meanwhile. `archive` counts
 * the age of such an artifact from its return.
 * Errors: `payload_too_large` above 64 MiB, `unavailable`.
 */
export async function createS3ArtifactStore(options: S3ArtifactStoreOptions): Promise<ArtifactStore> {
  const { s3, makesBuckets = true, onAway, coldStorageClass, clock = createSystemClock() } = options;
  const prefix = checkBucketPrefix(options.bucketPrefix);
  const requests = openS3(s3);
  const { send, call } = requests;
  const buckets = tenantBuckets(send, { prefix, makes: makesBuckets });
  const cold = coldBuckets(send, clock);

  const at = <T>(doing: string, place: ArtifactPlace, run: (location: ArtifactLocation) => Promise<T>): Promise<T> =>
    call(doing, async () => run(artifactLocation(prefix, place)));

  // A first request finds a wrong key, certificate or form of the address now, and not with the first artifact. Where
  // nobody answers, the settings may be right.
  await call('look at the buckets', async () => void (await buckets.all().next())).catch(async (error: unknown) => {
    if (onAway && isAway(error)) return onAway(error);
    await requests.close();
    throw error;
  });
  return {
    put: (place, bytes) =>
      at('store an artifact', place, async (location) => {
        if (bytes.length > MAX_ARTIFACT_BYTES)
          throw new TotalRecallError(
            'payload_too_large',
            `A stored artifact has at most ${MAX_ARTIFACT_BYTES} bytes; this one has ${bytes.length}.`,
          );
        const { bucket, keys } = location;
        if ((await cold.has(bucket)) && (await headObject(send, { bucket, key: keys.cold }))) return { created: false };
        const metadata = { [STORED_AT]: String(clock.now()) };
        return { created: await putOnce(send, buckets, { bucket, key: keys.hot }, bytes, metadata) };
      }),
    get: (place, range) => at('read an artifact', place, (location) => get(send, location, range)),
    stat: (place) => at('look for an artifact', place, (location) => stat(send, location)),
    archive: (olderThan) =>
      call('archive artifacts', async () => {
        let moved = 0;
        for await (const bucket of buckets.all()) {
          for await (const keys of hotKeysBefore(send, bucket, olderThan)) {
            if (requests.closing) return moved;
            if (keys.length > 0) cold.moving(bucket);
            const results = await inParallel(keys, MOVES, (hot) => toCold(send, bucket, hot, coldStorageClass));
            moved += results.filter(Boolean).length;
          }
        }
        return moved;
      }),
    rehydrate: (place) =>
      at('bring an artifact back', place, async ({ bucket, keys }) => void (await copy(send, bucket, keys.cold, keys.hot, 'STANDARD'))),
    delete: (place) =>
      at('delete an artifact', place, async ({ bucket, keys }) => {
        for (const tier of TIERS) await remove(send, bucket, keys[tier]);
      }),
    list: (tenant, space) => listSpace(requests, prefix, tenant, space),
    deleteSpace: ({ tenant, space }) =>
      call('delete the artifacts of a space', async () => {
        const bucket = tenantBucket(prefix, tenant);
        for (const tier of TIERS)
          for await (const objects of objectPages(send, bucket, `${tier}/${hashOf(space)}/`))
            await inParallel(
              objects.flatMap(({ Key }) => Key ?? []),
              MOVES,
              (key) => remove(send, bucket, key),
            );
      }),
    close: () => requests.close(),
  };
}

/** Lists the artifacts of a space. An artifact in both tiers is listed once, as hot. */
async function* listSpace(
  { send, call }: Pick<S3Requests, 'send' | 'call'>,
  bucketPrefix: string,
  tenant: string,
  space: string,
): AsyncGenerator<ListedArtifact> {
  const seen = new Set<string>();
  for (const tier of TIERS) {
    const command = { Bucket: tenantBucket(bucketPrefix, tenant), Prefix: `${tier}/${hashOf(space)}/` };
    for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
      const page = await call('list artifacts', () =>
        orUndefinedIfMissing(
          send((client, limits) => client.send(new ListObjectsV2Command({ ...command, ContinuationToken: token }), limits)),
        ),
      );
      for (const { Key = '', LastModified } of page?.Contents ?? []) {
        const artifactId = Key.slice(command.Prefix.length);
        if (!seen.has(artifactId)) yield { artifactId, storedAt: LastModified?.getTime() ?? 0 };
        seen.add(artifactId);
      }
      token = page?.NextContinuationToken;
    }
  }
}

async function stat(send: SendS3, location: ArtifactLocation): Promise<ArtifactStat | undefined> {
  for (const tier of TIERS) {
    const found = await headObject(send, { bucket: location.bucket, key: location.keys[tier] });
    if (!found) continue;
    const storedAt = Number(found.Metadata?.[STORED_AT] ?? found.LastModified?.getTime());
    return { storedBytes: found.ContentLength ?? 0, storedAt, tier };
  }
  return undefined;
}

async function get(
  send: SendS3,
  location: ArtifactLocation,
  range: { from: number; to: number } | undefined,
): Promise<Uint8Array | undefined> {
  const from = Math.max(0, range?.from ?? 0);
  if (range && range.to <= from) return (await stat(send, location)) && new Uint8Array(0);
  for (const tier of TIERS) {
    const found = await getObject(
      send,
      { bucket: location.bucket, key: location.keys[tier] },
      { maxBytes: MAX_ARTIFACT_BYTES, ...(range && { range: `bytes=${from}-${range.to - 1}` }) },
    );
    if (found) return found;
  }
  return undefined;
}

/** Yields pages of hot keys that were stored before a time, by the service's clock. */
async function* hotKeysBefore(send: SendS3, bucket: string, olderThan: number): AsyncGenerator<string[]> {
  for await (const objects of objectPages(send, bucket, 'hot/'))
    yield objects.flatMap(({ Key, LastModified }) =>
      Key !== undefined && LastModified !== undefined && LastModified.getTime() < olderThan ? [Key] : [],
    );
}

/** Yields the objects of a bucket under a prefix, page by page; nothing for a bucket that does not exist. */
async function* objectPages(send: SendS3, bucket: string, prefix: string): AsyncGenerator<readonly _Object[]> {
  for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
    const command = { Bucket: bucket, Prefix: prefix, ContinuationToken: token };
    const page = await orUndefinedIfMissing(send((client, limits) => client.send(new ListObjectsV2Command(command), limits)));
    yield page?.Contents ?? [];
    token = page?.NextContinuationToken;
  }
}

async function toCold(send: SendS3, bucket: string, hot: string, storageClass: StorageClass | undefined): Promise<boolean> {
  if (!(await copy(send, bucket, hot, hot.replace('hot/', 'cold/'), storageClass))) return false;
  await remove(send, bucket, hot);
  return true;
}

/** Copies an object within its bucket, with its time of storage. Returns false when the source does not exist. */
async function copy(send: SendS3, bucket: string, from: string, to: string, storageClass: StorageClass | undefined): Promise<boolean> {
  const command = {
    Bucket: bucket,
    CopySource: `${bucket}/${from}`,
    Key: to,
    MetadataDirective: 'COPY' as const,
    StorageClass: storageClass,
  };
  return (await orUndefinedIfMissing(send((client, limits) => client.send(new CopyObjectCommand(command), limits)))) !== undefined;
}

async function remove(send: SendS3, bucket: string, key: string): Promise<void> {
  await orUndefinedIfMissing(send((client, limits) => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), limits)));
}
