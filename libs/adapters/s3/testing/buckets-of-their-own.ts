import { randomBytes } from 'node:crypto';
import { DeleteBucketCommand, DeleteObjectCommand, ListBucketsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { RealServer } from '@total-recall/ports/testing';
import type { S3ArtifactStoreOptions } from '../src/s3-artifact-store.ts';
import { s3ClientConfig, type S3Settings } from '../src/s3-settings.ts';

/** Long timeouts, as a test machine may be busy. */
const PATIENT = { connectTimeoutMs: 60_000, requestTimeoutMs: 60_000 } as const;

/**
 * Returns the settings of the service for tests. For a named service the keys are in the address:
 * `http://key:secret@host`.
 */
export function s3SettingsOf({ url, settings = {} }: RealServer): S3Settings {
  const { origin, username, password } = new URL(url);
  const { accessKeyId = username, secretAccessKey = decodeURIComponent(password), region = 'us-east-1' } = settings;
  return { endpoint: origin, region, credentials: { accessKeyId, secretAccessKey }, ...PATIENT };
}

/** Names buckets that no other test uses, on the one service of all tests. */
export function bucketsOfTheirOwn(server: RealServer): S3ArtifactStoreOptions & { removeAll(): Promise<void> } {
  const s3 = s3SettingsOf(server);
  const bucketPrefix = `t${randomBytes(6).toString('hex')}`;
  return { s3, bucketPrefix, removeAll: () => removeBuckets(new S3Client(s3ClientConfig(s3)), bucketPrefix) };
}

async function removeBuckets(client: S3Client, prefix: string): Promise<void> {
  const { Buckets = [] } = await client.send(new ListBucketsCommand({ Prefix: prefix }));
  for (const { Name: Bucket } of Buckets.filter(({ Name }) => Name?.startsWith(prefix))) {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key }))));
    await client.send(new DeleteBucketCommand({ Bucket }));
  }
  client.destroy();
}
