export { createS3ArtifactStore } from './s3-artifact-store.ts';
export { createS3SegmentStore } from './s3-segment-store.ts';
