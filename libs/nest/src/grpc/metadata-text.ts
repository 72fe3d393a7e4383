import type { Metadata } from '@grpc/grpc-js';

/** Returns the first text value of a metadata key; undefined when there is none or it is binary. */
export function metadataText(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}
