export { artifactFilePath, artifactFiles, filesBelow } from './artifact-files.ts';
export type { ArtifactFile } from './artifact-files.ts';
export { orUndefinedIfMissing, syncFolder, writeDurably } from './durable-file.ts';
export { createFileArtifactStore } from './file-artifact-store.ts';
export { createFileSegmentStore } from './file-segment-store.ts';
export { createFileMasterKeys, openFileMasterKeys } from './file-master-keys.ts';
export { makeFolder } from './make-folder.ts';
export { openMasterKeys, type MasterKeyPlace } from './open-master-keys.ts';
export { probeDisk } from './probe-disk.ts';
