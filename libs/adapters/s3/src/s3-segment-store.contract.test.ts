import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { onRealServer, segmentStoreContract } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { bucketsOfTheirOwn } from '../testing/buckets-of-their-own.ts';
import { createS3SegmentStore } from './s3-segment-store.ts';
import { s3ClientConfig } from './s3-settings.ts';

await onRealServer('s3', (server) => {
  segmentStoreContract(
    's3',
    () => {
      const { removeAll, ...options } = bucketsOfTheirOwn(server);
      return { open: () => createS3SegmentStore(options), dispose: removeAll };
    },
    { reopen: true },
  );

  it('counts the chapters of a partition, whatever else lies beside them', async () => {
    const { removeAll, ...options } = bucketsOfTheirOwn(server);
    const store = await createS3SegmentStore(options);
    const client = new S3Client(s3ClientConfig(options.s3));
    try {
      const places = [0, 1, 2, 3].map((partition) => ({ generation: 'abc1', partition }));
      for (const number of [0, 1, 2]) await store.putChapter({ ...places[0]!, number }, Uint8Array.of(number));
      const foreign = ['.keep', '0000000000000001.bak', '0000000000000007/x', '9999999999999999', 'notes'];
      for (const [at, name] of foreign.entries())
        for (const partition of at === 0 ? [0, 1] : [0, 2])
          await client.send(
            new PutObjectCommand({ Bucket: `${options.bucketPrefix}-archive`, Key: `chapters/abc1/${partition}/${name}`, Body: 'x' }),
          );
      expect(await Promise.all(places.map((place) => store.chapters(place)))).toEqual([3, 0, 0, 0]);
    } finally {
      client.destroy();
      await store.close();
      await removeAll();
    }
  });
});
