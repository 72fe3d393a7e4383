import type { Metadata } from '@grpc/grpc-js';

/** What the metadata of a call holds under a key, of several the first; undefined where that is nothing or bytes. */
export function metadataText(metadata: Metadata, key: string): string | undefined {
  const [value] = metadata.get(key);
  return typeof value === 'string' ? value : undefined;
}
