import { randomBytes } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { TotalRecallError } from '@total-recall/runtime';
import { orUndefinedIfMissing, s3Attempts, s3ErrorName, s3Status } from './s3-errors.ts';
import { readBody, type SendS3 } from './s3-requests.ts';
import type { TenantBuckets } from './tenant-buckets.ts';

export interface ObjectAt {
  readonly bucket: string;
  readonly key: string;
}

const CONFLICT_ATTEMPTS = 5;
/** Metadata key that tells which attempt wrote the object when an answer was lost. */
const WRITTEN_BY = 'written-by';

/**
 * Writes an object unless one exists. Returns true when this put wrote it. Creates a missing bucket. Errors: those of
 * S3.
 */
export async function putOnce(
  send: SendS3,
  buckets: Pick<TenantBuckets, 'make'>,
  at: ObjectAt,
  bytes: Uint8Array,
  metadata: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const writtenBy = randomBytes(12).toString('hex');
  const command = {
    Bucket: at.bucket,
    Key: at.key,
    Body: bytes,
    IfNoneMatch: '*',
    ContentType: 'application/octet-stream',
    Metadata: { ...metadata, [WRITTEN_BY]: writtenBy },
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await send((client, limits) => client.send(new PutObjectCommand(command), limits));
      return true;
    } catch (error) {
      if (s3Status(error) === 412) {
        if (s3Attempts(error) === 1 && attempt === 1) return false;
        return (await headObject(send, at))?.Metadata?.[WRITTEN_BY] === writtenBy;
      }
      const isConflict = s3Status(error) === 409 || s3ErrorName(error) === 'NoSuchBucket';
      if (!isConflict || attempt === CONFLICT_ATTEMPTS) throw error;
      if (s3ErrorName(error) === 'NoSuchBucket') await buckets.make(at.bucket);
    }
  }
}

export function headObject(send: SendS3, { bucket, key }: ObjectAt): Promise<HeadObjectCommandOutput | undefined> {
  return orUndefinedIfMissing(send((client, limits) => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), limits)));
}

/**
 * Reads an object; undefined when it does not exist, no bytes for a range that begins behind its end. Errors: those of
 * S3.
 */
export async function getObject(
  send: SendS3,
  { bucket, key }: ObjectAt,
  { maxBytes, range }: { readonly maxBytes: number; readonly range?: string },
): Promise<Uint8Array | undefined> {
  const command = { Bucket: bucket, Key: key, Range: range, ChecksumMode: 'ENABLED' as const };
  try {
    return await orUndefinedIfMissing(
      send(async (client, limits) => {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(command), limits);
        if (ContentLength > maxBytes) throw new TotalRecallError('internal', 'An object is larger than any that was stored.');
        return readBody(Body, ContentLength, limits.abortSignal);
      }),
    );
  } catch (error) {
    if (range !== undefined && s3Status(error) === 416) return new Uint8Array(0);
    throw error;
  }
}
