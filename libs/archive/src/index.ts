export { createArchiveWriter } from './archive-writer.ts';
export type { ArchiveWriter, WrittenChapter } from './archive-writer.ts';
export { readFromArchive } from './read-from-archive.ts';
export type { ReadFromArchiveOptions } from './read-from-archive.ts';
export { verifyArchive } from './verify-archive.ts';
export type { ArchiveFault, ArchiveProblem, VerifiedPartition } from './verify-archive.ts';
