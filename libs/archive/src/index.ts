export { createArchiveWriter } from './archive-writer.ts';
export { readFromArchive } from './read-from-archive.ts';
export { verifyArchive } from './verify-archive.ts';
export type { ArchiveFault, VerifiedPartition } from './verify-archive.ts';
