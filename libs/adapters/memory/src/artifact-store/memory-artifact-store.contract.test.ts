import { artifactStoreContract } from '@total-recall/ports/testing';
import { createMemoryArtifactStore } from './memory-artifact-store.ts';

artifactStoreContract('memory', () => ({ open: async () => createMemoryArtifactStore(), dispose: async () => undefined }), {
  reopen: false,
});
