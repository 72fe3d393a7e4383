import { artifactStoreContract, onRealServer } from '@total-recall/ports/testing';
import { bucketsOfTheirOwn } from '../testing/buckets-of-their-own.ts';
import { createS3ArtifactStore } from './s3-artifact-store.ts';

await onRealServer('s3', (server) => {
  artifactStoreContract(
    's3',
    () => {
      const { removeAll, ...options } = bucketsOfTheirOwn(server);
      return { open: () => createS3ArtifactStore(options), dispose: removeAll };
    },
    { reopen: true },
  );
});
