export { createFileArtifactStore } from './file-artifact-store.ts';
export type { FileArtifactStoreOptions } from './file-artifact-store.ts';
