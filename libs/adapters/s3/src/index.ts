export { createS3ArtifactStore } from './s3-artifact-store.ts';
export type { ColdStorageClass, S3ArtifactStoreOptions } from './s3-artifact-store.ts';
export { createS3SegmentStore } from './s3-segment-store.ts';
export type { S3SegmentStoreOptions } from './s3-segment-store.ts';
export type { S3Settings } from './s3-settings.ts';
