import { onRealServer, segmentStoreContract } from '@total-recall/ports/testing';
import { bucketsOfTheirOwn } from '../testing/buckets-of-their-own.ts';
import { createS3SegmentStore } from './s3-segment-store.ts';

await onRealServer('s3', (server) => {
  segmentStoreContract(
    's3',
    () => {
      const { removeAll, ...options } = bucketsOfTheirOwn(server);
      return { open: () => createS3SegmentStore(options), dispose: removeAll };
    },
    { reopen: true },
  );
});
